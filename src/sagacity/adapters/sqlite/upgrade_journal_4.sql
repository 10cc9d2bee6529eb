-- From schema 3 to 4.
CREATE INDEX recall_feedback ON recall (kind) WHERE kind = 'feedback';
