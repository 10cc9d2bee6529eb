"""Index and journal on SQLite, through apsw alone: a second SQLite in one process drops the first one's locks."""
