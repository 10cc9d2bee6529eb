"""Checks notes against the published format, and repairs what can only be meant in one way.

Files are read as they are on disk, whatever the index says of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.evidence import outside
from ..core.lint_file import flaws_of
from ..core.lint_known import HIDDEN, known_of
from ..core.lint_rules import ERROR, INFO, RULES, WARNING, Flaw, rule_named, rule_of
from ..core.lint_sheet import LayerFacts, sheet_of
from ..core.lint_store import store_flaws
from ..core.nearest import nearest
from ..core.relations import parse_target
from ..core.trust import stays_here
from .evidence import Lines, Trees
from .lint_choice import choice_of
from .lint_repair import repair, shown
from .linting import LintProblem, LintResult
from .listing import listings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..core.lint_known import Known
    from ..core.lint_sheet import Sheet
    from .context import App
    from .lint_choice import Choice
    from .linting import LintFix, LintRequest
    from .records import Layer

META = "meta.yml"
PROGRESS_EVERY = 500


def lint(app: App, request: LintRequest) -> LintResult:
    """Looks at every note in scope, and tells of those that were asked for. Raises `invalid` for a rule or a path that
    is none, `not_found` and `ambiguous` for a name; what is wrong with notes is told and raises nothing.
    """
    ignored = frozenset(_code(text) for text in request.ignore)
    if request.dry_run and not request.fix:
        raise SagacityError("invalid", "dry_run shows what fix would do", hint="ask for both")
    choice = choice_of(app, request)
    look = _Look(app, choice, ignored)
    fixes: tuple[LintFix, ...] = ()
    operation = ""
    if request.fix and look.fixable:
        if request.dry_run:
            fixes = shown(app, look.fixable, ignored)
        else:
            fixes, operation = repair(app, look.fixable, ignored)
            look = _Look(app, choice, ignored)
    counts = Counter(problem.severity for problem in look.problems)
    return LintResult(
        problems=tuple(sorted(look.problems, key=_by_place)),
        notes=look.n_files,
        scope=tuple(layer.name for layer in choice.layers),
        errors=counts[ERROR],
        warnings=counts[WARNING],
        infos=counts[INFO],
        passed=not counts[ERROR] and not (request.strict and counts[WARNING]),
        fixes=fixes,
        operation=operation,
    )


def _by_place(problem: LintProblem) -> tuple[str, int, str]:
    return problem.path, problem.line, problem.code


def _code(text: str) -> str:
    """The code of a rule. Raises `invalid` with the nearest name."""
    found = rule_named(text)
    if found is None:
        near = nearest(text, [word for one in RULES for word in (one.code, one.name)])
        hint = f"did you mean {near}?" if near else "`sagacity capabilities` lists the rules"
        raise SagacityError("invalid", f"there is no rule {text[:60]!r}", hint=hint)
    return found.code


class _Look:
    """One pass over the layers. fixable: the files, by layer and path, of which something may be repaired."""

    def __init__(self, app: App, choice: Choice, ignored: frozenset[str]) -> None:
        self._app = app
        self._choice = choice
        self._ignored = ignored
        self._trees = Trees(app)
        self._lines = Lines(app)
        read = {layer.root for layer in choice.layers}
        self._others = [
            one for one in app.workspace.all_layers() if one.root not in read and one.isolation != "private"
        ]
        self._known: list[Known] = []
        self._homes: list[Layer] = []
        self.problems: list[LintProblem] = []
        self.fixable: list[tuple[Layer, str]] = []
        self.n_files = 0
        for layer in choice.layers:
            self._layer(layer)
        self._relations()
        self._metas()

    def _layer(self, layer: Layer) -> None:
        facts = LayerFacts(layer.name, layer.kind, layer.root, layer.approval != "none", layer.sensitivity_default)
        for listing in listings(self._app, layer):
            for path in listing.others:
                self._tell(layer, path, [Flaw("SN013", "this is no regular file, and so no note")])
            for stat in listing.notes:
                self._file(layer, facts, stat.path)

    def _file(self, layer: Layer, facts: LayerFacts, path: str) -> None:
        try:
            data = self._app.store.read(layer, path).data
        except SagacityError as error:
            if error.code != "not_found":
                self._tell(layer, path, [Flaw("SN014", error.message)])
            return
        sheet = sheet_of(facts, path, data)
        hidden = self._is_hidden(layer, sheet)
        self._known.append(known_of(sheet, hidden=hidden))
        self._homes.append(layer)
        if not self._choice.holds(f"{layer.notes_dir}/{path}"):
            return
        self.n_files += 1
        if self.n_files % PROGRESS_EVERY == 0:
            self._app.progress("notes checked", self.n_files, 0)
        flaws = [flaw for flaw in (*flaws_of(sheet), *self._nowhere(layer, sheet)) if flaw.code not in self._ignored]
        if not sheet.doc.error and any(rule_of(flaw.code).fixable for flaw in flaws):
            self.fixable.append((layer, path))
        self._tell(layer, path, flaws, hidden=hidden)

    def _is_hidden(self, layer: Layer, sheet: Sheet) -> bool:
        """Whether the caller may not hear of the note by name; one that cannot be read might be confidential."""
        if self._app.caller.interactive:
            return False
        return stays_here(sheet.note.sensitivity or layer.sensitivity_default)

    def _nowhere(self, layer: Layer, sheet: Sheet) -> Iterator[Flaw]:
        """References to files that are not there, where the working tree is."""
        references = [one for one in sheet.note.references if not outside(one.path)]
        top = self._trees.top(layer, sheet.note.project) if references else ""
        if not top:
            return
        for one in references:
            try:
                self._lines.of(top, one.path)
            except SagacityError as error:
                if error.code == "not_found":
                    yield Flaw("SN502", f"there is no file {one.path[:80]}", sheet.line_of("references"), "references")

    def _relations(self) -> None:
        for place, flaw in store_flaws(self._known, self._is_elsewhere):
            note, layer = self._known[place], self._homes[place]
            if flaw.code not in self._ignored and self._choice.holds(f"{layer.notes_dir}/{note.path}"):
                self._tell(layer, note.path, [flaw], hidden=note.hidden)

    def _is_elsewhere(self, text: str) -> bool:
        """Whether an id, or a name with its layer, is that of a note in a layer that is not read here."""
        for target in parse_target(text):
            roots = [layer.root for layer in self._others if target.layer in ("", layer.name)]
            try:
                found = self._app.index.find(target.handle, roots) if roots else []
            except SagacityError:
                return False
            if any(target.layer or kind in ("id", "tail") for _, kind in found):
                return True
        return False

    def _metas(self) -> None:
        """What the workspace could not use of the layers' own files."""
        for problem in self._app.workspace.problems():
            root, _, what = problem.partition(": ")
            if what.startswith(META) and self._choice.holds(root) and "SN701" not in self._ignored:
                layer = next((one.name for one in self._choice.layers if one.root == root), "")
                self.problems.append(_problem(Flaw("SN701", what), layer, f"{root}/{META}"))

    def _tell(self, layer: Layer, path: str, flaws: Iterable[Flaw], *, hidden: bool = False) -> None:
        full = f"{layer.notes_dir}/{path}"
        if not self._choice.holds(full):
            return
        for flaw in flaws:
            if flaw.code in self._ignored:
                continue
            if hidden:
                self.problems.append(_problem(Flaw(flaw.code, rule_of(flaw.code).summary), layer.name, HIDDEN))
            else:
                self.problems.append(_problem(flaw, layer.name, full))


def _problem(flaw: Flaw, layer: str, path: str) -> LintProblem:
    rule = rule_of(flaw.code)
    message = " ".join(flaw.message.split())
    return LintProblem(
        rule.code, rule.name, rule.severity, message, layer, path, flaw.line, flaw.field, fixable=rule.fixable
    )
