"""What the default install weighs: packages, megabytes, and milliseconds to import.

`python -m scripts.weigh` reads the installed packages, no network. `--json` for machines.
Megabytes are those of the files a package installed, without the caches of bytecode.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from statistics import median

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT_PACKAGE = "sagacity"
ROUNDS = 7
# What a process of ours imports of a package; the rest of the packages comes with these.
IMPORTED = {"apsw": "apsw", "mcp": "mcp.server.lowlevel, mcp.server.stdio"}


@dataclass(frozen=True)
class Weight:
    """One package. direct: named by us; else brought by another. import_ms over a bare interpreter, -1 not measured."""

    name: str
    version: str
    license: str
    direct: bool
    megabytes: float
    import_ms: float = -1


def closure(root: str) -> dict[str, Distribution]:
    """The packages that the root needs at run time on this machine, without itself, by normalised name."""
    found: dict[str, Distribution] = {}
    todo = _needs(distribution(root), frozenset())
    while todo:
        needed = todo.pop()
        name = canonicalize_name(needed.name)
        extras = frozenset(needed.extras)
        if name not in found or extras:
            found[name] = distribution(name)
            todo += [more for more in _needs(found[name], extras) if canonicalize_name(more.name) not in found]
    return found


def _needs(package: Distribution, extras: frozenset[str]) -> list[Requirement]:
    """What it requires here. extras: those that were asked for."""
    required = [Requirement(line) for line in package.requires or ()]
    wanted = [{"extra": extra} for extra in (*extras, "")]
    return [need for need in required if need.marker is None or any(need.marker.evaluate(env) for env in wanted)]


def megabytes(package: Distribution) -> float:
    """Size of what the package installed."""
    files = [Path(str(package.locate_file(file))) for file in package.files or () if "__pycache__" not in str(file)]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def license_of(package: Distribution) -> str:
    """As the package's own metadata says it."""
    meta = package.metadata
    classifiers = [line for line in meta.get_all("Classifier") or () if line.startswith("License ::")]
    named = meta["License-Expression"] or (meta["License"] if len(meta["License"] or "") < 40 else None)
    return str(named or (classifiers[0].rpartition(" :: ")[2] if classifiers else "not said"))


def import_ms(statement: str) -> float:
    """Milliseconds that importing costs over a bare interpreter; medians of interleaved processes."""
    bare, loaded = [], []
    for _ in range(ROUNDS):
        bare.append(_wall_ms("pass"))
        loaded.append(_wall_ms(f"import {statement}"))
    return median(loaded) - median(bare)


def _wall_ms(code: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdin=subprocess.DEVNULL)
    return (time.perf_counter() - started) * 1000


def weigh() -> list[Weight]:
    """Direct packages first, then by size."""
    direct = {canonicalize_name(need.name) for need in _needs(distribution(ROOT_PACKAGE), frozenset())}
    weights = [
        Weight(
            name=name,
            version=package.version,
            license=license_of(package),
            direct=name in direct,
            megabytes=round(megabytes(package), 2),
            import_ms=round(import_ms(IMPORTED[name]), 1) if name in IMPORTED else -1,
        )
        for name, package in closure(ROOT_PACKAGE).items()
    ]
    return sorted(weights, key=lambda weight: (not weight.direct, -weight.megabytes, weight.name))


def main() -> int:
    """Prints a table and the sum, or JSON."""
    weights = weigh()
    if "--json" in sys.argv:
        print(json.dumps([asdict(weight) for weight in weights]))
        return 0
    print("| package | version | licence | MB | import, ms | |\n|---|---|---|--:|--:|---|")
    for weight in weights:
        cost = f"{weight.import_ms:.0f}" if weight.import_ms >= 0 else ""
        named = "ours" if weight.direct else "brought along"
        row = (weight.name, weight.version, weight.license, f"{weight.megabytes:.1f}", cost, named)
        print("| " + " | ".join(row) + " |")
    total = sum(weight.megabytes for weight in weights)
    print(f"\n{len(weights)} packages, {total:.1f} MB, {sum(weight.direct for weight in weights)} of them named by us.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
