"""The nearest of many sign codes by Hamming distance, exactly, with nothing but big integers.

A block keeps its codes transposed: slice j is an integer whose bit i is bit j of code i. An operation on slices is then
one on all codes at once, and carry-save adders count the differing bits of all of them
(Harley and Seal's counter, https://arxiv.org/abs/1611.07612, section 3).
"""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Block(Value):
    """Immutable codes; a position is a code's place in the sequence they came in. As many slices as codes have bits."""

    n_codes: int
    slices: tuple[int, ...]


def build(codes: Sequence[int], n_bits: int) -> Block:
    """The codes in their order. Raises ValueError for one that is negative or has more than n_bits bits."""
    for code in codes:
        if code >> n_bits:
            raise ValueError(f"no code of {n_bits} bits: {code:#x}")
    width = f"0{n_bits}b"
    rows = "".join([format(code, width) for code in reversed(codes)])
    return Block(len(codes), tuple(int(rows[at::n_bits] or "0", 2) for at in range(n_bits - 1, -1, -1)))


def scan(block: Block, code: int, *, n: int, alive: int) -> list[int]:
    """All positions, rising, whose distance to the code is no larger than that of the n-th nearest: at least n of them,
    more where several are as far as that one, fewer where fewer are alive.

    n: at least 1. alive: bit i is set when position i may be found.
    """
    everything = (1 << block.n_codes) - 1
    within = alive & everything
    if within.bit_count() > n:
        differing = [bits ^ everything if code >> at & 1 else bits for at, bits in enumerate(block.slices)]
        within = _smallest(_count(differing), within, n)
    return _positions(within)


def to_bytes(block: Block) -> bytes:
    """Four bytes of how many codes, then the slices, each rounded up to bytes; least significant first."""
    width = (block.n_codes + 7) // 8
    return block.n_codes.to_bytes(4, "little") + b"".join([bits.to_bytes(width, "little") for bits in block.slices])


def joined(pieces: Sequence[bytes], n_bits: int) -> Block:
    """What to_bytes made of several blocks, as one. Each begins at the next multiple of eight, after zeros that nobody
    should count as alive. Raises ValueError when a length does not fit.
    """
    widths = [(int.from_bytes(data[:4], "little") + 7) // 8 for data in pieces]
    for data, width in zip(pieces, widths, strict=True):
        if len(data) != 4 + width * n_bits:
            raise ValueError(f"{len(data)} bytes are no block of codes of {n_bits} bits")
    if len(pieces) == 1:
        view, width = memoryview(pieces[0]), widths[0]
        places = range(4, len(view), width) if width else [4] * n_bits
        return Block(8 * width, tuple([int.from_bytes(view[at : at + width], "little") for at in places]))
    slices = []
    starts = [4] * len(pieces)
    for _ in range(n_bits):
        parts = [data[at : at + width] for data, at, width in zip(pieces, starts, widths, strict=True)]
        slices.append(int.from_bytes(b"".join(parts), "little"))
        starts = [at + width for at, width in zip(starts, widths, strict=True)]
    return Block(8 * sum(widths), tuple(slices))


def _count(bits: list[int]) -> list[int]:
    """For each position how many of the integers have its bit set: that number's binary digits, lowest first."""
    digits = []
    while bits:
        carries = []
        while len(bits) > 2:
            a, b, c = bits.pop(), bits.pop(), bits.pop()
            half = a ^ b
            bits.append(half ^ c)
            carries.append(a & b | half & c)
        if len(bits) == 2:
            carries.append(bits[0] & bits[1])
            bits = [bits[0] ^ bits[1]]
        digits.append(bits[0])
        bits = carries
    return digits


def _smallest(digits: list[int], within: int, n: int) -> int:
    """Of the positions within, those with the n smallest numbers, and those that are as small as the largest of them.

    Takes the bound's digits from the highest down: 0 where enough numbers are below it with that.
    """
    below = 0
    for digit in reversed(digits):
        ones = within & digit
        zeros = within ^ ones
        if (below | zeros).bit_count() >= n:
            within = zeros
        else:
            below |= zeros
            within = ones
    return below | within


def _positions(bits: int) -> list[int]:
    text = format(bits, "b")[::-1]
    found = []
    at = text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found
