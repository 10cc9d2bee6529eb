"""How each service is asked for vectors, and where they are in what it answers.

Sources: https://platform.openai.com/docs/api-reference/embeddings, https://docs.voyageai.com/reference/embeddings-api,
https://docs.cohere.com/reference/embed, https://docs.ollama.com/api/embed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class Size(Value):
    """n_dims: components of a model's vector as a rule. may_cut: whether fewer can be asked for."""

    n_dims: int
    may_cut: bool = False


class Ask(Value):
    """What is wanted. texts: of which each gets a vector; all of them questions, or none. n_dims: 0 for the usual."""

    model: str
    texts: Sequence[str]
    is_query: bool
    n_dims: int


class Dialect(Value):
    """One kind of service. name: as in the settings, and in stamps.

    url: where it is when no other address is given; path: what follows it. needs_key: at its own address.
    model: asked for when none is named. sizes: of the models we know. max_items, max_chars: of texts in a request.
    ask: the body of the request. vectors: those of an answer; LookupError or TypeError where it has another shape.
    """

    name: str
    url: str
    path: str
    model: str
    sizes: dict[str, Size]
    max_items: int
    max_chars: int
    needs_key: bool
    ask: Callable[[Ask], dict[str, Any]]
    vectors: Callable[[Any], list[Any]]


def _ask_openai(ask: Ask) -> dict[str, Any]:
    return {"model": ask.model, "input": ask.texts, **_cut("dimensions", ask)}


def _ask_voyage(ask: Ask) -> dict[str, Any]:
    kind = "query" if ask.is_query else "document"
    cut = _cut("output_dimension", ask)
    return {"model": ask.model, "input": ask.texts, "input_type": kind, "truncation": True, **cut}


def _ask_cohere(ask: Ask) -> dict[str, Any]:
    kind = "search_query" if ask.is_query else "search_document"
    form = {"embedding_types": ["float"], "truncate": "END", **_cut("output_dimension", ask)}
    return {"model": ask.model, "texts": ask.texts, "input_type": kind, **form}


def _ask_ollama(ask: Ask) -> dict[str, Any]:
    return {"model": ask.model, "input": ask.texts, "truncate": True, **_cut("dimensions", ask)}


def _cut(name: str, ask: Ask) -> dict[str, int]:
    return {name: ask.n_dims} if ask.n_dims else {}


def _numbered(answer: Any) -> list[Any]:
    """In the order of their numbers, which need not be that of the answer."""
    found = {item["index"]: item["embedding"] for item in answer["data"]}
    return [found[number] for number in range(len(answer["data"]))]


DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            name="openai",
            url="https://api.openai.com/v1",
            path="/embeddings",
            model="text-embedding-3-small",
            sizes={
                "text-embedding-3-small": Size(1536, may_cut=True),
                "text-embedding-3-large": Size(3072, may_cut=True),
                "text-embedding-ada-002": Size(1536),
            },
            max_items=64,
            max_chars=60_000,
            needs_key=True,
            ask=_ask_openai,
            vectors=_numbered,
        ),
        Dialect(
            name="voyage",
            url="https://api.voyageai.com/v1",
            path="/embeddings",
            model="voyage-3.5",
            sizes={
                "voyage-3.5": Size(1024, may_cut=True),
                "voyage-3.5-lite": Size(1024, may_cut=True),
                "voyage-3-large": Size(1024, may_cut=True),
                "voyage-code-3": Size(1024, may_cut=True),
            },
            max_items=64,
            max_chars=60_000,
            needs_key=True,
            ask=_ask_voyage,
            vectors=_numbered,
        ),
        Dialect(
            name="cohere",
            url="https://api.cohere.com/v2",
            path="/embed",
            model="embed-v4.0",
            sizes={
                "embed-v4.0": Size(1536, may_cut=True),
                "embed-english-v3.0": Size(1024),
                "embed-multilingual-v3.0": Size(1024),
            },
            max_items=64,
            max_chars=60_000,
            needs_key=True,
            ask=_ask_cohere,
            vectors=lambda answer: answer["embeddings"]["float"],
        ),
        Dialect(
            name="ollama",
            url="http://127.0.0.1:11434",
            path="/api/embed",
            model="nomic-embed-text",
            sizes={
                "nomic-embed-text": Size(768),
                "mxbai-embed-large": Size(1024),
                "all-minilm": Size(384),
                "bge-m3": Size(1024),
                "embeddinggemma": Size(768, may_cut=True),
            },
            max_items=16,
            max_chars=20_000,
            needs_key=False,
            ask=_ask_ollama,
            vectors=lambda answer: answer["embeddings"],
        ),
    )
}
