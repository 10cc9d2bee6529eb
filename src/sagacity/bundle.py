"""The compiled modules of the hooks in one file, because finding seventy files costs a hook as much as Python's start;
and those of the commands in another.

A cache like Python's own: made by the processes as they go, checked against size and time of each source, and never
needed. It lies where the compiled form of hook.py would, which is run as a file and has none, so whoever uninstalls the
package takes it away.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

    Entry = tuple[bool, int, int, tuple[str, ...], int, int]
    Kept = tuple[bool, int, int, tuple[str, ...], bytes]  # as Entry, and the code
    Source = tuple[str, bool]  # a file, and whether the module is a package

PACKAGE = "sagacity"
BLOCK_BYTES = 65_536
TABLE_BYTES = 131_072
FIRST = BLOCK_BYTES + TABLE_BYTES


class Bundle:
    """Finder and loader of the modules in a bundle.

    package: folder of the package. path: the file: the head and the code of this module, filled up to BLOCK_BYTES, the
    table, filled up to TABLE_BYTES, then code after code. The table has name → (is a package, mtime_ns and size of the
    source, modules it imports at its top, offset and length of the code).
    """

    def __init__(self, package: str, path: str, head: bytes) -> None:
        self._package = package
        self.path = path
        self.head = head
        self._descriptor = -1
        self._block = (0, b"")
        self._table = self._read_table()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for what is not in here, or not as its source is now."""
        del path, target
        spec = self._spec(name)
        if spec is not None:
            self._place_needed(name)
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """None: as Python makes them."""
        del spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module's code."""
        exec(marshal.loads(self._code(self._table[module.__name__])), module.__dict__)  # noqa: S102, S302 – as Python's own loader does

    def _spec(self, name: str) -> ModuleSpec | None:
        entry = self._table.get(name)
        if entry is None:
            return None
        source = self._source(name, is_package=entry[0])
        if stamp_of(source) != entry[1:3]:
            return None
        loader: Any = self
        spec = ModuleSpec(name, loader, origin=source, is_package=entry[0])
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def _place_needed(self, name: str) -> None:
        """Loads what the module imports at its top. Python's own way would cost each a lock and a search."""
        for needed in self._table[name][3]:
            spec = None if needed in sys.modules else self._spec(needed)
            if spec is not None and spec.name.rpartition(".")[0] in sys.modules:
                self._place(needed, spec)

    def _place(self, name: str, spec: ModuleSpec) -> None:
        module = type(sys)(name)
        found = module.__dict__
        found.update(__spec__=spec, __loader__=self, __package__=spec.parent, __file__=spec.origin)
        if spec.submodule_search_locations is not None:
            found["__path__"] = spec.submodule_search_locations
        sys.modules[name] = module
        try:
            self._place_needed(name)
            self.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        parent, _, child = name.rpartition(".")
        setattr(sys.modules[parent], child, module)

    def fresh(self) -> dict[str, Source]:
        """The modules of the package that Python loaded from their sources."""
        return {name: source for name, module in sys.modules.items() if (source := self._fresh(name, module))}

    def modules(self) -> dict[str, Kept]:
        """What is in here and not out of date."""
        return {name: (*entry[:4], bytes(self._code(entry))) for name, entry in self._table.items() if self._spec(name)}

    def _fresh(self, name: str, module: ModuleType) -> Source | None:
        spec = getattr(module, "__spec__", None)
        ours = name == PACKAGE or (name.startswith(PACKAGE + ".") and name != __name__)
        if not ours or spec is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        is_package = spec.submodule_search_locations is not None
        return self._source(name, is_package=is_package), is_package

    def _read_table(self) -> dict[str, Entry]:
        """Empty where there is no bundle, it is of another version of Python or of this module, or not whole."""
        try:
            self._descriptor = os.open(self.path, os.O_RDONLY)
        except OSError:
            return {}
        head = os.pread(self._descriptor, len(self.head), 0)
        listed = os.pread(self._descriptor, TABLE_BYTES, BLOCK_BYTES) if head == self.head else b""
        try:
            table: dict[str, Entry] = marshal.loads(listed)  # noqa: S302 – our own cache
        except (ValueError, EOFError, TypeError):
            return {}
        whole = FIRST + max((offset + length for *_, offset, length in table.values()), default=0)
        return table if os.fstat(self._descriptor).st_size == whole else {}

    def _code(self, entry: Entry) -> memoryview:
        """Out of the block read last, since codes lie in the order in which they are needed."""
        *_, offset, length = entry
        at, block = self._block
        if not at <= offset <= offset + length <= at + len(block):
            at, block = offset, os.pread(self._descriptor, max(length, BLOCK_BYTES), FIRST + offset)
            self._block = (at, block)
        return memoryview(block)[offset - at : offset - at + length]

    def _source(self, name: str, *, is_package: bool) -> str:
        inner = name[len(PACKAGE) :].replace(".", "/")
        return f"{self._package}{inner}/__init__.py" if is_package else f"{self._package}{inner}.py"


def stamp_of(source: str) -> tuple[int, int] | None:
    """mtime_ns and size; None for no file."""
    try:
        found = os.stat(source)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def install(package: str, path: str, head: bytes) -> Bundle:
    """Puts the bundle before all other finders."""
    bundle = Bundle(package, path, head)
    sys.meta_path.insert(0, bundle)
    return bundle
