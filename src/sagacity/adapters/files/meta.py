"""meta.yml of a layer: a flat file of strings. Hook path.

Its values are data. What a layer is (personal, project, shared) and how it is called is never taken from it.
"""

from __future__ import annotations

from ...core.value import Value

META_NAME = "meta.yml"
META_MAX_BYTES = 65_536

_CLOSED = (
    # key, allowed values, what counts when the value is none of them: the stricter side
    ("sensitivity_default", ("public", "internal", "confidential"), "confidential"),
    ("write_policy", ("direct", "requires-pr"), "requires-pr"),
    ("isolation", ("private",), "private"),
)


class Meta(Value):
    """What meta.yml says, checked. notes_dir: relative to the layer, without `.` parts, "" for the layer itself.
    doubts: values that could not be used, one line each.
    """

    scope: str = ""
    display_name: str = ""
    inherits: tuple[str, ...] = ()
    sensitivity_default: str = "internal"
    write_policy: str = "direct"
    notes_dir: str = "notes"
    isolation: str = ""
    doubts: tuple[str, ...] = ()


def parse_meta(data: bytes, *, notes_dir: str) -> Meta:
    """A layer's meta.yml; its notes lie in notes_dir unless it says otherwise. Raises ValueError with the reason."""
    values = _flat(data.decode().removeprefix("\ufeff"))
    doubts: list[str] = []
    closed: dict[str, str] = {}
    for key, allowed, strict in _CLOSED:
        value = _text(values, key)
        if value and value not in allowed:
            doubts.append(f"{key} {value!r} is none of {', '.join(allowed)}: taken as {strict}")
            value = strict
        closed[key] = value
    said = _text(values, "notes_dir")
    inside = _inside(said) if said else notes_dir
    if inside is None:
        doubts.append(f"notes_dir {said!r} leads out of the layer: taken as {notes_dir}/")
        inside = notes_dir
    return Meta(
        scope=_text(values, "scope"),
        display_name=_text(values, "display_name"),
        inherits=tuple(values.get("inherits", ())),
        sensitivity_default=closed["sensitivity_default"] or "internal",
        write_policy=closed["write_policy"] or "direct",
        notes_dir=inside,
        isolation=closed["isolation"],
        doubts=tuple(doubts),
    )


def _text(values: dict[str, list[str]], key: str) -> str:
    found = values.get(key)
    return found[0] if found else ""


def _inside(said: str) -> str | None:
    """The folder without empty and `.` parts, None when it leads out or into something hidden."""
    if said[0] == "/" or "\0" in said or "\\" in said:
        return None
    parts = [part for part in said.split("/") if part not in ("", ".")]
    return None if any(part[0] == "." for part in parts) else "/".join(parts)


def _flat(text: str) -> dict[str, list[str]]:
    """Top-level `key: value`, `key: [a, b]` and `key:` with `- a` lines below; deeper structure is passed over."""
    values: dict[str, list[str]] = {}
    key = ""
    for nth, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line[0] == "#" or line in ("---", "..."):
            continue
        if line.startswith("- ") and key:
            values[key].append(_unquoted(line[2:], nth))
        elif raw[0] in " \t":
            continue
        else:
            key, colon, rest = line.partition(":")
            key = key.rstrip()
            if not colon or not key or (rest and rest[0] not in " \t"):
                raise ValueError(f"line {nth} is no `key: value`")
            values[key] = _items(rest, nth)
    return values


def _items(rest: str, nth: int) -> list[str]:
    text = rest.strip()
    if not text or text[0] == "#":
        return []
    if text[0] != "[":
        return [_unquoted(text, nth)]
    inner, bracket, tail = text[1:].partition("]")
    if not bracket or (tail.strip() and tail.strip()[0] != "#"):
        raise ValueError(f"line {nth} has a list without end")
    return [_unquoted(item, nth) for item in inner.split(",") if item.strip()]


def _unquoted(text: str, nth: int) -> str:
    text = text.strip()
    if text[:1] in ('"', "'"):
        end = text.find(text[0], 1)
        if end < 0:
            raise ValueError(f"line {nth} has a quote without end")
        return text[1:end]
    return text.split(" #", 1)[0].rstrip()


def render_meta(meta: Meta) -> bytes:
    """A new meta.yml; values are quoted, so that any name may stand there."""
    lines = [f"scope: {_quoted(meta.scope)}"]
    if meta.display_name:
        lines.append(f"display_name: {_quoted(meta.display_name)}")
    lines.append(f"sensitivity_default: {meta.sensitivity_default}")
    lines.append(f"write_policy: {meta.write_policy}")
    lines.append(f"notes_dir: {meta.notes_dir}/")
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _quoted(text: str) -> str:
    plain = "".join(" " if ord(char) < 32 else char for char in text).replace('"', "'").replace("\\", "/")
    return f'"{plain}"'
