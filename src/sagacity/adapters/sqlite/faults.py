"""The one place where what SQLite says becomes what the application understands."""

from __future__ import annotations

import apsw

from ...core.errors import SagacityError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...core.errors import Code


class DamagedError(Exception):
    """A database file that cannot be what it should be; says why. Never leaves the adapter."""


# What reading a damaged database may raise; text that is no UTF-8 was never written by us.
DAMAGE = (DamagedError, apsw.CorruptError, apsw.NotADBError, apsw.FormatError, UnicodeDecodeError)


class Translated:
    """A context in which apsw's exceptions and the system's leave as SagacityError.

    doing: what is tried, with the path ("search index /…/1-1.db").
    """

    __slots__ = ("_doing",)

    def __init__(self, doing: str) -> None:
        self._doing = doing

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, trace: object) -> None:
        if isinstance(exc, (apsw.Error, OSError, DamagedError, UnicodeDecodeError)):
            raise translated(exc, self._doing) from exc


def translated(exc: apsw.Error | OSError | DamagedError | UnicodeDecodeError, doing: str) -> SagacityError:
    """The error to raise for it: busy, degraded, integrity, or internal for what should not happen."""
    code, hint = _meaning(exc)
    return SagacityError(code, f"cannot {doing}: {exc}", hint=hint)


def _meaning(exc: Exception) -> tuple[Code, str]:
    if isinstance(exc, (apsw.BusyError, apsw.LockedError)):
        return "busy", "another process is writing; try again"
    if isinstance(exc, DAMAGE):
        return "integrity", "run `sagacity doctor`"
    if isinstance(exc, apsw.FullError):
        return "degraded", "free some space on this file system"
    if isinstance(exc, _REFUSED):
        return "degraded", "check that the folder exists, is writable and has room"
    return "internal", "please report this"


_REFUSED = (
    OSError,
    apsw.ReadOnlyError,
    apsw.IOError,
    apsw.CantOpenError,
    apsw.PermissionsError,
    apsw.AuthError,
    apsw.NoMemError,
    apsw.TooBigError,
    apsw.NoLFSError,
    apsw.ProtocolError,
)
