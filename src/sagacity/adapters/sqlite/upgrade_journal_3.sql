-- From schema 2 to 3.
ALTER TABLE recall_note ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
