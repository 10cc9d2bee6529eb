"""Starts the hooks: `python -I -S -E …/sagacity/hook.py EVENT --client NAME`.

Run as a file it is compiled anew each time, so it is short: all else comes compiled (see bundle.py).
"""

import marshal
import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def bundle_module(path: str, head: bytes) -> "ModuleType":
    """The module `sagacity.bundle`, from the bundle where that begins with this head, else from its source."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
        start = os.read(descriptor, 65_536)
        os.close(descriptor)
        code = marshal.loads(start[len(head) :]) if start.startswith(head) else None  # noqa: S302 – our own cache
    except (OSError, ValueError, EOFError, TypeError):
        code = None
    if code is None:
        from sagacity import bundle

        return bundle
    module = sys.modules["sagacity.bundle"] = type(sys)("sagacity.bundle")
    exec(code, module.__dict__)  # noqa: S102 – as Python's own loader does
    return module


def run(argv: list[str]) -> None:
    """One event, then whatever it loaded from sources goes into the bundle."""
    package = os.path.dirname(os.path.abspath(__file__))
    sys.path.append(os.path.dirname(package))
    source = os.stat(f"{package}/bundle.py")
    head = b"sagacity bundle 3 %b %d %d\n" % (MAGIC_NUMBER, source.st_mtime_ns, source.st_size)
    path = f"{package}/__pycache__/hook.{sys.implementation.cache_tag}.pyc"
    bundle = bundle_module(path, head).install(package, path, head)
    from sagacity.event import main

    main(argv)
    fresh = {} if sys.dont_write_bytecode else bundle.fresh()
    if fresh:
        from sagacity.bundle_write import write_bundle  # once for each new version, or new kind of event

        write_bundle(bundle, fresh)


if __name__ == "__main__":
    try:
        run(sys.argv[1:])
    finally:
        os._exit(0)  # nothing is left to tidy, and tidying costs a millisecond
