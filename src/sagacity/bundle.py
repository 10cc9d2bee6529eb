"""The compiled modules of the hooks in one file, because finding seventy files costs a hook as much as Python's start.

A cache like Python's own: made by the hooks as they go, checked against size and time of each source, and never
needed. It lies where the compiled form of hook.py would, which is run as a file and has none, so whoever uninstalls the
package takes it away.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType
    from typing import Any

    Entry = tuple[bool, int, int, int, int]

HEAD = b"sagacity bundle 2\n" + MAGIC_NUMBER
LENGTH_BYTES = 4
PACKAGE = "sagacity"
MAX_BYTES = 16_000_000


class Bundle:
    """Finder and loader of the modules in a bundle.

    package: folder of the package. The file: HEAD, the length of the table, the table, then code after code; the table
    has name → (is a package, mtime_ns and size of the source, offset and length of the code).
    """

    def __init__(self, package: str) -> None:
        self._package = package
        self._path = f"{package}/__pycache__/hook.{sys.implementation.cache_tag}.pyc"
        self._descriptor = -1
        self._first = 0
        self._table = self._read_table()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for what is not in here, or not as its source is now."""
        del path, target
        entry = self._table.get(name)
        if entry is None:
            return None
        source = self._source(name, is_package=entry[0])
        if _stamp(source) != entry[1:3]:
            return None
        loader: Any = self
        spec = ModuleSpec(name, loader, origin=source, is_package=entry[0])
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """None: as Python makes them."""
        del spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module's code."""
        exec(marshal.loads(self._code(self._table[module.__name__])), module.__dict__)  # noqa: S102, S302 – as Python's own loader does

    def renew(self) -> None:
        """Adds what was loaded from elsewhere, if anything was, and drops what is out of date. Raises OSError where it
        cannot be kept.
        """
        fresh = {name: found for name in sys.modules if (found := self._compiled(name))}
        if not fresh:
            return
        kept = {
            name: (entry[:3], self._code(entry))
            for name, entry in self._table.items()
            if _stamp(self._source(name, is_package=entry[0])) == entry[1:3]
        }
        table: dict[str, Entry] = {}
        codes: list[bytes] = []
        offset = 0
        for name, (head, code) in {**kept, **fresh}.items():
            table[name] = (*head, offset, len(code))
            codes.append(code)
            offset += len(code)
        listed = marshal.dumps(table)
        self._keep(b"".join((HEAD, len(listed).to_bytes(LENGTH_BYTES, "big"), listed, *codes)))

    def _keep(self, data: bytes) -> None:
        temporary = f"{self._path}.{os.getpid()}"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            while data:
                data = data[os.write(descriptor, data) :]
        finally:
            os.close(descriptor)
        os.replace(temporary, self._path)

    def _read_table(self) -> dict[str, Entry]:
        """Empty where there is no bundle, it is of another version of Python, or not whole."""
        try:
            self._descriptor = os.open(self._path, os.O_RDONLY)
        except OSError:
            return {}
        head = os.read(self._descriptor, len(HEAD) + LENGTH_BYTES)
        listed = os.read(self._descriptor, int.from_bytes(head[len(HEAD) :], "big")) if head.startswith(HEAD) else b""
        self._first = len(head) + len(listed)
        try:
            table: dict[str, Entry] = marshal.loads(listed)  # noqa: S302 – our own cache
        except (ValueError, EOFError, TypeError):
            return {}
        whole = self._first + max((offset + length for *_, offset, length in table.values()), default=0)
        return table if os.fstat(self._descriptor).st_size == whole else {}

    def _code(self, entry: Entry) -> bytes:
        *_, offset, length = entry
        return os.pread(self._descriptor, length, self._first + offset)

    def _source(self, name: str, *, is_package: bool) -> str:
        inner = name[len(PACKAGE) :].replace(".", "/")
        return f"{self._package}{inner}/__init__.py" if is_package else f"{self._package}{inner}.py"

    def _compiled(self, name: str) -> tuple[tuple[bool, int, int], bytes] | None:
        """The entry of a module of the package that Python loaded from its file; None for any other."""
        spec = getattr(sys.modules[name], "__spec__", None)
        ours = name.startswith(PACKAGE + ".") and name != __name__
        if not ours or spec is None or spec.loader is self or not hasattr(spec.loader, "get_code"):
            return None
        is_package = spec.submodule_search_locations is not None
        stamp = _stamp(self._source(name, is_package=is_package))
        code: CodeType | None = spec.loader.get_code(name)
        return None if stamp is None or code is None else ((is_package, *stamp), marshal.dumps(code))


def _stamp(source: str) -> tuple[int, int] | None:
    try:
        found = os.stat(source)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def install(package: str) -> Bundle:
    """Puts the bundle before all other finders."""
    bundle = Bundle(package)
    sys.meta_path.insert(0, bundle)
    return bundle
