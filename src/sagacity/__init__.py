"""Persistent memory for AI coding agents.

Kept free of imports: the hooks load this package on every prompt.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .core.errors import SagacityError
    from .wiring.memory import Memory

__all__ = ["Memory", "SagacityError", "__version__"]
__version__ = "0.1.0"

_HOMES = {"Memory": ".wiring.memory", "SagacityError": ".core.errors"}


def __getattr__(name: str) -> object:
    """Loads what programs import, when they do."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name], __name__), name)
