"""What a model wants to be written before a question and before a text, by its name.

Source: the models' own cards.
"""

from __future__ import annotations

_SEARCH = "Represent this sentence for searching relevant passages: "
_INSTRUCT = "Instruct: Given a question, retrieve passages that answer it\nQuery: "
_PREFIXES = (
    ("-instruct", _INSTRUCT, ""),
    ("-qwen3-embedding", _INSTRUCT, ""),
    ("-e5-", "query: ", "passage: "),
    ("-nomic-embed-text", "search_query: ", "search_document: "),
    ("-bge-small-en", _SEARCH, ""),
    ("-bge-base-en", _SEARCH, ""),
    ("-bge-large-en", _SEARCH, ""),
    ("-mxbai-embed-large", _SEARCH, ""),
    ("-snowflake-arctic-embed2", "query: ", ""),
    ("-snowflake-arctic-embed-l-v2", "query: ", ""),
    ("-snowflake-arctic-embed-m-v2", "query: ", ""),
    ("-snowflake-arctic-embed", _SEARCH, ""),
    ("-embeddinggemma", "task: search result | query: ", "title: none | text: "),
)


def prefixes(model: str) -> tuple[str, str]:
    """(before a question, before a text), each "" for nothing. model: its name anywhere, `folder/name:tag` or so."""
    name = f"-{model.lower().rpartition('/')[2]}"
    return next(((query, text) for part, query, text in _PREFIXES if part in name), ("", ""))
