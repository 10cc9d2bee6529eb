-- The index, schema 7: everything here is derived from note files and may be deleted at any moment.
-- A change of meaning is a new schema number (generations.SCHEMA), never a migration.

-- What the index knows about itself.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,           -- schema, complete, set_aside, and whatever the application keeps here
    value TEXT NOT NULL             -- never NULL; a missing row reads as ''
) WITHOUT ROWID;

-- One row for each folder of notes the index has seen.
CREATE TABLE layer (
    key INTEGER PRIMARY KEY,        -- what note.layer and dir.layer refer to
    root TEXT NOT NULL UNIQUE,      -- absolute root of the layer, its identity
    name TEXT NOT NULL,             -- how answers and relation targets call it ("personal", "project:NAME")
    kind TEXT NOT NULL,             -- personal, project or shared
    sensitivity TEXT NOT NULL,      -- what a note without a sensitivity of its own has here
    n_notes INTEGER NOT NULL,       -- notes of this layer, kept by every write so that nobody has to count
    n_passages INTEGER NOT NULL     -- their passages, likewise
);

-- One row for each note file: what filters and freshness checks read. Kept narrow, since a search visits thousands.
CREATE TABLE note (
    key INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice, so a late reader gets nothing, not another note
    layer INTEGER NOT NULL,         -- layer.key
    dir TEXT NOT NULL,              -- folder of the file, relative to the notes folder, '' for that folder itself
    path TEXT NOT NULL,             -- path of the file, relative to the notes folder
    size INTEGER NOT NULL,          -- bytes, when indexed
    mtime_ns INTEGER NOT NULL,      -- of the file, when indexed
    racy INTEGER NOT NULL,          -- 1: mtime so close to the reading that a later edit may bear the same
    type TEXT NOT NULL,             -- as written, '' when missing
    status TEXT NOT NULL,           -- as written
    project TEXT NOT NULL,          -- as written: what a personal note is about
    archived INTEGER NOT NULL,      -- 1: lifecycle is archived
    confidential INTEGER NOT NULL,  -- 1 yes, 0 no, 2 not said: what the layer says counts
    trust INTEGER NOT NULL,         -- 0 to 3
    updated_ms INTEGER NOT NULL,    -- when the note says it was changed last
    UNIQUE (layer, path)
);
CREATE INDEX note_dir ON note (layer, dir);
CREATE INDEX note_updated ON note (layer, updated_ms);
CREATE INDEX note_type ON note (layer, type, updated_ms);
CREATE INDEX note_racy ON note (layer) WHERE racy = 1;
CREATE INDEX note_confidential ON note (layer) WHERE confidential = 1;
CREATE INDEX note_untrusted ON note (layer) WHERE trust = 0;

-- The rest of what is shown of a note; lists are joined by U+001F.
CREATE TABLE card (
    key INTEGER PRIMARY KEY,        -- note.key
    id TEXT NOT NULL,               -- identity of the note
    title TEXT NOT NULL,            -- as written
    kind TEXT NOT NULL,             -- as written
    summary TEXT NOT NULL,          -- written by the author or extracted
    tags TEXT NOT NULL,             -- list, as written
    synonyms TEXT NOT NULL,         -- list, as written
    confidence TEXT NOT NULL,       -- as written
    lifecycle TEXT NOT NULL,        -- as written
    sensitivity TEXT NOT NULL,      -- as written
    due TEXT NOT NULL,              -- as written
    enforcement TEXT NOT NULL,      -- as written
    triggers TEXT NOT NULL,         -- list, as written
    anchors TEXT NOT NULL,          -- list: the files that its evidence lies in, each once
    valid_from TEXT NOT NULL,       -- as written
    valid_until TEXT NOT NULL,      -- as written
    created_ms INTEGER NOT NULL,    -- when the note says it was made
    origin TEXT NOT NULL,           -- door it came in by
    hash BLOB NOT NULL,             -- content hash of the file's bytes
    error TEXT NOT NULL             -- why the frontmatter could not be read, '' when it could
);
CREATE INDEX card_triggered ON card (key) WHERE triggers <> '';
CREATE INDEX card_anchored ON card (key) WHERE anchors <> '';

-- Names under which a note is found.
CREATE TABLE handle (
    key INTEGER NOT NULL,           -- of the folded name (names.key_of)
    note INTEGER NOT NULL,          -- note.key
    kind INTEGER NOT NULL,          -- what of the note it is (names.KINDS)
    PRIMARY KEY (key, note)
) WITHOUT ROWID;
CREATE INDEX handle_note ON handle (note);

-- Ends of ids spelt backwards, so that their last characters can be looked up.
CREATE TABLE tail (
    key TEXT NOT NULL,              -- the last characters of the folded id, reversed (names.tail_of)
    note INTEGER NOT NULL,          -- note.key
    PRIMARY KEY (key, note)
) WITHOUT ROWID;

-- Tags, for filtering; those of a note stand in its card.
CREATE TABLE tag (
    key TEXT NOT NULL,              -- folded
    note INTEGER NOT NULL,          -- note.key
    PRIMARY KEY (key, note)
) WITHOUT ROWID;

-- Relations as their source declares them; targets are found by handle when asked, so order of arrival is no matter.
CREATE TABLE edge (
    key INTEGER PRIMARY KEY,        -- no meaning outside
    source INTEGER NOT NULL,        -- note.key of the declaring note
    place INTEGER NOT NULL,         -- position among the relations of the note, from 0
    op TEXT NOT NULL,               -- canonical
    target_key INTEGER NOT NULL,    -- of the target as a plain handle (names.key_of)
    target_text TEXT NOT NULL,      -- as written
    note TEXT NOT NULL,             -- as written, '' when missing
    properties TEXT NOT NULL        -- list of name=value, as written
);
CREATE INDEX edge_source ON edge (source);
CREATE INDEX edge_target ON edge (target_key);

-- Other readings of a target: those that name a layer (`personal:SLUG`, `org:NAME:SLUG`).
CREATE TABLE aim (
    key INTEGER NOT NULL,           -- of the handle within that layer (names.key_of)
    layer TEXT NOT NULL,            -- name of the layer, its kind, or the beginning of its name up to the colon
    edge INTEGER NOT NULL,          -- edge.key
    PRIMARY KEY (key, layer, edge)
) WITHOUT ROWID;
CREATE INDEX aim_edge ON aim (edge);

-- Folders as they were last listed.
CREATE TABLE dir (
    layer INTEGER NOT NULL,         -- layer.key
    path TEXT NOT NULL,             -- relative to the notes folder, '' for that folder itself
    mtime_ns INTEGER NOT NULL,      -- taken before the listing
    racy INTEGER NOT NULL,          -- 1: mtime too close to the listing to be believed
    PRIMARY KEY (layer, path)
) WITHOUT ROWID;

-- The passages of notes; a note has one at least.
CREATE TABLE passage (
    key INTEGER PRIMARY KEY AUTOINCREMENT, -- rowid in note_fts too; never used twice
    note INTEGER NOT NULL,          -- note.key
    start INTEGER NOT NULL,         -- first character in the body of the note
    stop INTEGER NOT NULL,          -- character after the last
    n_tokens INTEGER NOT NULL,      -- words of the passage in note_fts, those of the other columns not counted
    aside INTEGER NOT NULL          -- 1: a machine's turn in a transcript
);
CREATE INDEX passage_note ON passage (note);

-- Full text; rowid is passage.key. The texts are not kept, they stand in the files. The first passage of a note has the
-- columns beside the body too.
CREATE VIRTUAL TABLE note_fts USING fts5 (
    title, synonyms, tags, summary, body, -- expanded by core.tokens.index_text
    content='', contentless_delete=1,
    tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);

-- Models whose vectors are kept: only vectors of one space may be compared.
CREATE TABLE space (
    key INTEGER PRIMARY KEY,        -- what the tables below call it
    stamp TEXT NOT NULL UNIQUE,     -- model, version and dimension
    n_vectors INTEGER NOT NULL,     -- passages that have a row in vector here, kept by every write
    serves INTEGER NOT NULL         -- 1: questions are asked here; from being whole until too much is missing
);

-- Vectors of passages, int8 (core.vectors).
CREATE TABLE vector (
    space INTEGER NOT NULL,         -- space.key
    passage INTEGER NOT NULL,       -- passage.key
    data BLOB NOT NULL,             -- one byte a dimension; empty where the model has nothing to say, and will not have
    PRIMARY KEY (space, passage)
) WITHOUT ROWID;

-- Sign codes of vectors, many together, so that all are compared at once (core.bitslice).
CREATE TABLE code_block (
    key INTEGER PRIMARY KEY,        -- no meaning outside
    space INTEGER NOT NULL,         -- space.key
    first INTEGER NOT NULL,         -- the smallest passage.key in there
    last INTEGER NOT NULL,          -- the largest
    passages BLOB NOT NULL,         -- the passage.key of each position, rising (vectors.packed)
    alive BLOB NOT NULL,            -- one bit a position: the vector is still there
    slices BLOB NOT NULL            -- as bitslice.to_bytes made them
);

-- Vectors that are in no block yet.
CREATE TABLE uncoded (
    space INTEGER NOT NULL,         -- space.key
    passage INTEGER NOT NULL,       -- passage.key
    PRIMARY KEY (space, passage)
) WITHOUT ROWID;

-- Terms so common that passages carry their counts (common.py); untouched in small stores.
CREATE TABLE common (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- what the counts call the term; at most 4,095, never used twice
    term TEXT NOT NULL UNIQUE,      -- the stem, as in note_vocab
    n_passages INTEGER NOT NULL     -- how many passages hold it, kept by every write
);

-- Counts of common terms in a passage; one without any has no row.
CREATE TABLE passage_common (
    passage INTEGER PRIMARY KEY,    -- passage.key
    counts BLOB NOT NULL            -- as common.py says
);

-- Each word of note_fts (term) with the number of passages that hold it (doc).
CREATE VIRTUAL TABLE note_vocab USING fts5vocab (note_fts, row);
