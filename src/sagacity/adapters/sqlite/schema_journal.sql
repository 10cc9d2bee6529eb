-- The journal, schema 5: what happened and cannot be derived from the notes. It refers to notes by id only and knows
-- nothing of the index. Upgrades add; each is a script of its own, run after a backup (journal_repair.UPGRADES).

-- What the journal knows about itself.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,           -- schema, set_aside (the damaged file this one replaced)
    value TEXT NOT NULL
) WITHOUT ROWID;

-- The bytes of versions, each content once.
CREATE TABLE blob (
    hash TEXT PRIMARY KEY,          -- content hash of the bytes
    data BLOB NOT NULL              -- the bytes, compressed by zlib
) WITHOUT ROWID;

-- Every observed version of every note. Rows are never changed or removed.
CREATE TABLE version (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- order of recording; the clock may go backwards
    note_id TEXT NOT NULL,          -- identity of the note
    layer TEXT NOT NULL,            -- layer it was in
    path TEXT NOT NULL,             -- path it was at
    stem TEXT NOT NULL,             -- the file's name in lower case without .md, for finding what was deleted
    op TEXT NOT NULL,               -- create, append, replace, update, rename, archive, delete, undo, restore, observe
    hash TEXT NOT NULL,             -- content hash of the bytes, '' for a tombstone
    text_hash TEXT NOT NULL,        -- hash of the LF-normalised text: what an origin belongs to
    parent TEXT NOT NULL,           -- content hash of the version before, '' for none
    at_ms INTEGER NOT NULL,         -- when, by the clock of the time
    origin TEXT NOT NULL,           -- door it came in by, as trust sees it
    operation TEXT NOT NULL,        -- one for all versions of one call
    session TEXT NOT NULL,          -- of the agent, '' when unknown
    door TEXT NOT NULL,             -- face it came in by
    before_path TEXT NOT NULL,      -- where the note was before a rename
    reason TEXT NOT NULL            -- given by the caller; of an undo, the operation it takes back
);
CREATE INDEX version_note ON version (note_id, seq);
CREATE INDEX version_operation ON version (operation) WHERE operation <> '';
CREATE INDEX version_session ON version (session) WHERE session <> '';
CREATE INDEX version_hash ON version (hash);
CREATE INDEX version_undo ON version (reason) WHERE op = 'undo';
CREATE INDEX version_deleted ON version (seq) WHERE hash = '';

-- One row for each act of showing notes.
CREATE TABLE recall (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- order of recording
    at_ms INTEGER NOT NULL,         -- when
    kind TEXT NOT NULL,             -- what showed them: prompt, session start, recall, read …
    session TEXT NOT NULL,          -- of the agent, '' when unknown
    door TEXT NOT NULL,             -- face they were shown through
    cwd TEXT NOT NULL,              -- working directory
    project TEXT NOT NULL,          -- project meant
    terms TEXT NOT NULL,            -- planned query terms, joined by U+001F; never the prompt
    tokens INTEGER NOT NULL,        -- size of what was shown
    took_ms REAL NOT NULL,          -- time it took
    detail TEXT NOT NULL,           -- how they were shown
    left_out INTEGER NOT NULL DEFAULT 0 -- notes that would have been shown, had there been room
);
CREATE INDEX recall_session ON recall (session) WHERE session <> '';
CREATE INDEX recall_at ON recall (at_ms);
CREATE INDEX recall_feedback ON recall (kind) WHERE kind = 'feedback';

-- The notes shown.
CREATE TABLE recall_note (
    recall INTEGER NOT NULL,        -- recall.seq
    place INTEGER NOT NULL,         -- 0 for the best
    note_id TEXT NOT NULL,          -- identity of the note
    score REAL NOT NULL,            -- as ranked
    part INTEGER NOT NULL DEFAULT 0, -- 1 where only a preview of the note was shown
    PRIMARY KEY (recall, place)
) WITHOUT ROWID;
CREATE INDEX recall_note_id ON recall_note (note_id);

-- What the user decided about repositories' layers; the newest row counts.
CREATE TABLE approval (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- order of recording
    project_id TEXT NOT NULL,       -- random id of the project
    root TEXT NOT NULL,             -- root of the layer
    approval TEXT NOT NULL,         -- follow, pin or none
    at_ms INTEGER NOT NULL          -- when
);

-- What a session was about before its context was compacted, its latest only; goes with what was shown.
CREATE TABLE snapshot (
    session TEXT PRIMARY KEY,       -- of the agent
    at_ms INTEGER NOT NULL,         -- when it was taken
    text TEXT NOT NULL              -- one fact a line, without secrets
) WITHOUT ROWID;
