"""What can be counted in Python source without running it. `check_bounds` compares it with the bounds."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
_DEEPER = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.Match)
_BROAD = {"Exception", "BaseException"}
_DOUBLES = {"Mock", "MagicMock", "AsyncMock", "create_autospec", "patch"}
_PATCHES = {"setattr", "setitem", "delattr", "delitem"}


@dataclass(frozen=True)
class Source:
    """One parsed file. path is relative to the repository, with `/`; module is its dotted import name."""

    path: str
    module: str
    text: str
    tree: ast.Module

    @cached_property
    def code_lines(self) -> frozenset[int]:
        """Line numbers that hold code: no blanks, no comments, no docstrings."""
        return frozenset(_token_lines(self.text) - _docstring_lines(self.tree))

    @property
    def package(self) -> str:
        """The package its relative imports start from."""
        return self.module if self.path.endswith("__init__.py") else self.module.rpartition(".")[0]


@dataclass(frozen=True)
class Measured:
    """One figure about one place. where: `path` or `path:Class.function`; line is 1-based."""

    kind: str
    where: str
    line: int
    figure: int


@dataclass(frozen=True)
class Import:
    """One import statement's target, resolved to a dotted name. lazy: inside a function. typing: never executed."""

    source: str
    target: str
    line: int
    lazy: bool
    typing: bool


def load(root: Path, folder: str, *, base: str = "") -> list[Source]:
    """The Python files below root/folder, by path. base: the part of the path that is not in module names."""
    found = []
    for file in sorted((root / folder).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        dotted = path.removeprefix(base).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        text = file.read_text("utf-8")
        found.append(Source(path, dotted, text, ast.parse(text, path)))
    return found


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements directly below a node, with handlers and cases as steps on the way; no expressions."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        below = getattr(node, field, None)
        if isinstance(below, list):
            yield from below


def all_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement below a node, outer ones first."""
    for child in statements(node):
        yield child
        yield from all_statements(child)


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Each function with its qualified name, outer ones first."""
    for node in statements(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + node.name, node
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            yield from functions(node, prefix)


def _token_lines(text: str) -> set[int]:
    lines: set[int] = set()
    skip = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in skip:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines


def _docstring_lines(node: ast.AST) -> set[int]:
    lines: set[int] = set()
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            lines.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    for child in statements(node):
        lines |= _docstring_lines(child)
    return lines


def parameters(node: Function) -> int:
    """How many parameters a caller can give; self and cls are not the caller's."""
    args = node.args
    names = [arg.arg for arg in (*args.posonlyargs, *args.args)]
    if names and names[0] in {"self", "cls", "mcs"}:
        names = names[1:]
    return len(names) + len(args.kwonlyargs) + bool(args.vararg) + bool(args.kwarg)


def nesting(node: ast.AST) -> int:
    """The deepest stack of branches and loops. An `elif` is beside its `if`, a nested function starts again."""
    return max((_depth(child, node) for child in statements(node)), default=0)


def _depth(node: ast.AST, parent: ast.AST) -> int:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return 0
    chained = isinstance(node, ast.If) and isinstance(parent, ast.If) and parent.orelse == [node]
    own = 1 if isinstance(node, _DEEPER) and not chained else 0
    return own + nesting(node)


def measure(source: Source) -> list[Measured]:
    """File lines, and for each function its lines of code, parameters and nesting."""
    found = [Measured("file-lines", source.path, 1, source.text.count("\n"))]
    lines = source.code_lines
    for name, node in functions(source.tree):
        where = f"{source.path}:{name}"
        last = node.end_lineno or node.lineno
        size = sum(1 for line in range(node.lineno, last + 1) if line in lines)
        found.append(Measured("function-lines", where, node.lineno, size))
        found.append(Measured("parameters", where, node.lineno, parameters(node)))
        found.append(Measured("nesting", where, node.lineno, nesting(node)))
    return found


def broad_excepts(source: Source) -> list[Measured]:
    """Handlers that catch Exception or wider, by the function they stand in; figure is how many are there."""
    found: dict[str, Measured] = {}
    for node, name in _named(source.tree, ""):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type):
            where = f"{source.path}:{name}".removesuffix(":")
            before = found.get(where)
            line = before.line if before else node.lineno
            found[where] = Measured("broad-except", where, line, (before.figure if before else 0) + 1)
    return list(found.values())


def _named(node: ast.AST, name: str) -> Iterator[tuple[ast.AST, str]]:
    for child in statements(node):
        inner = (
            f"{name}.{child.name}".lstrip(".")
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            else name
        )
        yield child, inner
        yield from _named(child, inner)


def _is_broad(kind: ast.expr | None) -> bool:
    if kind is None:
        return True
    names = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(isinstance(name, ast.Name) and name.id in _BROAD for name in names)


def imports(source: Source, known: frozenset[str]) -> list[Import]:
    """Every import of the file; `from x import y` names the module x.y where that is one of `known`, else x."""
    found: list[Import] = []
    _collect(source, source.tree, known, found, lazy=False, typing=False)
    return found


def _collect(
    source: Source, node: ast.AST, known: frozenset[str], found: list[Import], *, lazy: bool, typing: bool
) -> None:
    for child in statements(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            targets = _targets(source, child, known)
            found.extend(Import(source.module, target, child.lineno, lazy, typing) for target in targets)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            for part, hidden in ((child.body, True), (child.orelse, typing)):
                _collect(source, ast.Module(part, []), known, found, lazy=lazy, typing=hidden)
        else:
            inside = lazy or isinstance(child, Function)
            _collect(source, child, known, found, lazy=inside, typing=typing)


def _targets(source: Source, node: ast.Import | ast.ImportFrom, known: frozenset[str]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        parts = source.package.split(".")
        up = ".".join(parts[: len(parts) - node.level + 1])
        base = f"{up}.{base}".rstrip(".")
    return [f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base for alias in node.names]


def cycles(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Groups of modules that reach one another, each sorted; empty when the graph has no cycle."""
    graph: dict[str, set[str]] = {}
    for source, target in edges:
        if source != target:
            graph.setdefault(source, set()).add(target)
    reach = {node: _reachable(graph, node) for node in graph}
    groups = {tuple(sorted(other for other in seen if node in reach.get(other, ()))) for node, seen in reach.items()}
    return sorted(list(group) for group in groups if group)


def _reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    todo = list(graph[start])
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo.extend(graph.get(node, ()))
    return seen


def doubles(tree: ast.AST) -> int:
    """Uses of mocks and patches. Setting an environment variable or a working directory replaces nothing."""
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    attributes = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return sum(name in _DOUBLES for name in names) + sum(name in _DOUBLES | _PATCHES for name in attributes)


def tests(tree: ast.AST) -> int:
    """How many test functions a file has."""
    return sum(name.rpartition(".")[2].startswith("test") for name, _ in functions(tree))
