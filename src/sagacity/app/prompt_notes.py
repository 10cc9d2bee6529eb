"""The notes that a prompt brings, as text."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.frame import Caps, Listing, make_nonce, render, render_whole
from ..core.summary_text import best_passage
from ..core.value import Value
from .block import block_of, body_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.frame import Block, Rendered
    from .context import App
    from .found import Scored
    from .scope import Scope

PASSAGE_SHARES = (1.0, 0.6, 0.35, 0.2)
PASSAGE_MIN_CHARS = 160
HEAD_TOKENS = 30
PROSE_CHARS_PER_TOKEN = 4.5


class View(Value):
    """Who looks, and what for. terms: of the question. max_chars, astral: of core.frame.Caps."""

    app: App
    scope: Scope
    terms: tuple[str, ...]
    max_chars: int
    astral: bool

    def render(self, chosen: Sequence[Scored], notices: Sequence[Listing]) -> Rendered:
        """Passages are shortened together until all notes fit."""
        settings = self.app.settings
        caps = Caps(self.max_chars, settings.prompt_max_tokens, astral=self.astral)
        bodies = self._bodies(chosen)
        nonce = make_nonce(self.app.caller.session)
        blocks: list[Block] = []
        for share in PASSAGE_SHARES:
            blocks = self._blocks(bodies, max(PASSAGE_MIN_CHARS, int(settings.prompt_note_max_chars * share)))
            if sum(map(_least_tokens, blocks)) > caps.max_tokens:
                continue  # it cannot fit, so it is not tried
            whole = render_whole("prompt", blocks, nonce, caps=caps, notices=notices)
            if whole is not None:
                return whole
        return render("prompt", blocks, nonce, caps=caps, notices=notices)

    def _bodies(self, chosen: Sequence[Scored]) -> list[tuple[Scored, str]]:
        bodies = []
        for one in chosen:
            try:
                bodies.append((one, body_of(self.app, one.row, self.scope)))
            except SagacityError:
                continue  # gone since it was found
        return bodies

    def _blocks(self, bodies: Sequence[tuple[Scored, str]], max_chars: int) -> list[Block]:
        blocks = []
        for one, body in bodies:
            text = best_passage(body, self.terms, max_chars=max_chars)
            blocks.append(block_of(self.app, one.row, self.scope, one.standing, text, cut=text != body))
        return blocks


def _least_tokens(block: Block) -> float:
    """What a note costs in plain prose; other text costs more."""
    return HEAD_TOKENS + len(block.text) / PROSE_CHARS_PER_TOKEN


def notices_of(n_confidential: int, *, degraded: bool) -> list[Listing]:
    """What is said besides the notes."""
    notices = []
    if n_confidential:
        plural = "notes match" if n_confidential > 1 else "note matches"
        notices.append(Listing(f"{n_confidential} confidential {plural}: `sagacity recall`"))
    if degraded:
        notices.append(Listing("This memory is degraded: `sagacity doctor` says why."))
    return notices
