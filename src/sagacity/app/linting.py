"""What `lint` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .operation import HERE
from .requests import Request, arg


class LintRequest(Request):
    """Which notes to check, and whether to repair them."""

    what: tuple[str, ...] = arg(
        (), help="files, folders, layers or notes; default: all layers read here", positional=True, option="what"
    )
    everywhere: bool = arg(False, help="the layers of all projects you opened")
    strict: bool = arg(False, help="warnings count as errors do")
    ignore: tuple[str, ...] = arg((), help="leave out a rule, by code or name", option="ignore")
    fix: bool = arg(False, help="repair what can only be meant in one way; undoable as one change", faces=HERE)
    dry_run: bool = arg(False, help="with fix: show the differences and change nothing", faces=HERE)


class LintProblem(Value):
    """One place where a rule does not hold. severity: error, warning or info.

    path: absolute, of the file; of the layer's folder for what is wrong with that; "(confidential)" where the caller
    may not know. line: from 1, 0 where none can be named. field: "" for none. fixable: `fix` may repair it.
    """

    code: str
    rule: str
    severity: str
    message: str
    layer: str
    path: str
    line: int = 0
    field: str = ""
    fixable: bool = False


class LintFix(Value):
    """One file that was repaired, or would be. codes: of the rules. diff: unified lines, with dry_run only."""

    layer: str
    path: str
    codes: tuple[str, ...]
    diff: tuple[str, ...] = ()


class LintResult(Value):
    """problems: what is left, by path and line. notes: how many files were looked at. operation: pass to undo, "" where
    nothing was changed. passed: no errors, nor warnings where they count.
    """

    problems: tuple[LintProblem, ...]
    notes: int
    scope: tuple[str, ...]
    errors: int
    warnings: int
    infos: int
    passed: bool
    fixes: tuple[LintFix, ...] = ()
    operation: str = ""
