-- From schema 1 to 2.
ALTER TABLE recall ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
