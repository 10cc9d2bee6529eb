"""Persistent memory for AI coding agents.

Kept free of imports: the hooks load this package on every prompt.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .core.errors import SagacityError
    from .wiring.memory import Memory

__all__ = ["Memory", "SagacityError", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Loads what programs import, when they do."""
    if name == "Memory":
        from .wiring.memory import Memory

        return Memory
    if name == "SagacityError":
        from .core.errors import SagacityError

        return SagacityError
    raise AttributeError(f"module 'sagacity' has no attribute {name!r}")
