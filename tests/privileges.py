"""Root held to the permission bits like everybody else, so that tests about them run wherever tests are run as root."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# linux/capability.h, linux/prctl.h, linux/securebits.h
VERSION_3 = 0x20080522
DAC_OVERRIDE, DAC_READ_SEARCH = 1 << 1, 1 << 2
PR_GET_SECUREBITS, PR_SET_SECUREBITS = 27, 28
NOROOT, NO_SETUID_FIXUP = 1 << 0, 1 << 2
"""What root starts has no more rights than root had; access(2) asks for the rights that are in use."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Data(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


@contextlib.contextmanager
def bound_by_permissions() -> Iterator[None]:
    """For this thread and what it starts; nothing to do for an ordinary user. Raises OSError where it cannot be done."""
    if os.geteuid():
        yield
        return
    if sys.platform != "linux":
        raise OSError("only Linux can take single rights from root")
    bits = _prctl(PR_GET_SECUREBITS, 0)
    _prctl(PR_SET_SECUREBITS, bits | NOROOT | NO_SETUID_FIXUP)
    before = _effective()
    try:
        _set_effective(before & ~(DAC_OVERRIDE | DAC_READ_SEARCH))
        yield
    finally:
        _set_effective(before)
        _prctl(PR_SET_SECUREBITS, bits)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> int:
    return _checked(_libc().prctl(option, ctypes.c_ulong(value), 0, 0, 0))


def _effective() -> int:
    data = (_Data * 2)()
    _checked(_libc().capget(ctypes.byref(_Header(VERSION_3, 0)), data))
    return int(data[0].effective)


def _set_effective(effective: int) -> None:
    header, data = _Header(VERSION_3, 0), (_Data * 2)()
    _checked(_libc().capget(ctypes.byref(header), data))
    data[0].effective = effective
    _checked(_libc().capset(ctypes.byref(header), data))


def _checked(status: int) -> int:
    if status < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return status
