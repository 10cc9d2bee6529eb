-- From schema 4 to 5.
CREATE TABLE snapshot (
    session TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
