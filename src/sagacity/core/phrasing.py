"""What a question says about the answer wanted and not about its subject: how many, in which order, as we said.

A note that answers "how many days ago did I move the cache, as we discussed in our previous session" holds the move and
the cache, and none of the rest; notes that happen to hold "days" or "previous" would come before it.
"""

from __future__ import annotations

import re

from .date_words import NUMBERS

_UNITS = "(?:day|week|month|quarter|year)s?"
_COUNT = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)}|an?|few|several|couple)(?: of)?"
_TALK = ("chat", "conversation", "discussion", "session")
_FRAMES = (
    (
        ("many", "much"),
        (
            rf"how (?:many|much)(?: (?:more|different|total))?(?: (?:times|minutes|hours|{_UNITS}))?"
            r"(?: (?:ago|before|after|later))?(?: (?:(?:had|have|has) )?passed)?(?: between the day)?"
        ),
    ),
    (
        ("order", "total", "number", "average"),
        r"what (?:is|was|are|were) the (?:chronological order|total number|total amount|average|number|order|total)",
    ),
    (
        ("earliest", "first", "oldest"),
        r"(?:starting )?from (?:the )?(?:earliest|first|oldest)(?: to (?:the )?(?:latest|last|newest))?",
    ),
    (("total",), "in total"),
    (
        ("last", "past", "previous"),
        rf"(?:(?:in|over|during|within|for|from|since) )?(?:the )?(?:last|past|previous) {_COUNT} {_UNITS}",
    ),
    (("ago",), rf"(?:an? |the )?{_COUNT} {_UNITS} ago"),
    (
        (*_TALK, *(f"{word}s" for word in _TALK)),
        (
            r"(?:(?:about|at|from|in|on|through|to) )?(?:my|our|the) (?:earlier|last|past|previous) "
            rf"(?:{'|'.join(_TALK)})s?"
        ),
    ),
    (
        ("recall", "remember", "remind", "tell"),
        "(?:can|could|do|would) you (?:please )?(?:recall|remember|remind me|tell me)",
    ),
    (
        ("checking", "going", "looking", "thinking", "wondering"),
        "i(?: was|'m| am) (?:checking|going back|going through|looking back|thinking back|wondering)",
    ),
    (
        ("ask", "check", "confirm", "follow"),
        "i (?:wanted|want|would like) to (?:ask|check back|check|confirm|follow up)",
    ),
    (
        ("discussed", "mentioned", "provided", "recommended", "said", "suggested", "talked"),
        "(?:i|we|you) (?:discussed|mentioned|provided|recommended|said|suggested|talked about)",
    ),
)
"""Each behind the words of which it holds one: without any of them it is not even compiled."""
_WORD = re.compile(r"\w+", re.ASCII)


def subject(text: str) -> str:
    """The text without what frames the question; any text is valid."""
    words = set(_WORD.findall(text.lower()))
    for cues, frame in _FRAMES:
        if not words.isdisjoint(cues):
            text = re.sub(rf"(?<![\w-])(?:{frame})(?![\w-])".replace(" ", r"\s+"), " ", text, flags=re.IGNORECASE)
    return text
