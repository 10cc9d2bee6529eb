-- Queries that read the index. `{}` is replaced by as many `?` as there are values, {gate} by conditions named gate_*.

-- name: schema
SELECT value FROM meta WHERE key = 'schema';

-- name: get_meta
SELECT value FROM meta WHERE key = ?;

-- name: layers
SELECT key, root, kind, sensitivity = 'confidential', n_notes, n_passages FROM layer;

-- name: layers_in_use
SELECT root FROM layer
WHERE n_notes > 0 OR EXISTS (SELECT 1 FROM dir WHERE dir.layer = layer.key) ORDER BY root;

-- Conditions on note n.
-- name: gate_layers
n.layer IN ({})
-- name: gate_projects
(n.layer NOT IN (SELECT key FROM layer WHERE kind = 'personal') OR n.project = '' OR n.project IN ({}))
-- name: gate_types
n.type IN ({})
-- name: gate_kinds
EXISTS (SELECT 1 FROM card c, (SELECT ? AS lines) AS wanted WHERE c.key = n.key AND (
    instr(wanted.lines, char(10) || n.type || char(10)) OR
    instr(wanted.lines, char(10) || n.type || '/' || c.kind || char(10))))
-- name: gate_status
n.status IN ({})
-- name: gate_not_status
n.status NOT IN ({})
-- name: gate_tag
EXISTS (SELECT 1 FROM tag t WHERE t.note = n.key AND t.key = ?)
-- name: gate_since
n.updated_ms >= ?
-- name: gate_until
n.updated_ms <= ?
-- name: gate_archived
n.archived = 0
-- name: gate_archived_unless_replaced
(n.archived = 0
    OR EXISTS (SELECT 1 FROM handle h JOIN edge e ON e.target_key = h.key WHERE h.note = n.key AND e.op = 'supersedes')
    OR EXISTS (SELECT 1 FROM edge e WHERE e.source = n.key AND e.op = 'superseded_by'))
-- name: gate_open
n.confidential <> 1
-- name: gate_said_open
(n.confidential = 0 OR n.confidential = 2 AND n.layer NOT IN ({}))
-- name: gate_kept_as_said
n.confidential = 1
-- name: gate_kept
(n.confidential = 1 OR n.confidential = 2 AND n.layer IN ({}))
-- name: gate_trust
n.trust >= ?
-- name: gate_trust_below
n.trust <= ?
-- name: gate_untrusted
n.trust = 0

-- name: known_terms
SELECT term, number, n_passages FROM common WHERE term IN ({});

-- name: counts
SELECT passage, counts FROM passage_common WHERE passage IN (SELECT value FROM json_each(?));

-- name: frequencies
SELECT term, doc FROM note_vocab WHERE term IN ({});

-- name: words_like
SELECT term FROM note_vocab WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? LIMIT ?;

-- name: matching
SELECT rowid FROM note_fts WHERE note_fts MATCH ? AND rowid BETWEEN ? AND ?
AND +rowid IN (SELECT value FROM json_each(?));

-- name: frequency
SELECT count(*) FROM note_fts WHERE note_fts MATCH ?;

-- name: best
SELECT rowid, bm25(note_fts, 4, 2, 1.5, 2, 1) AS score FROM note_fts WHERE note_fts MATCH ? ORDER BY score LIMIT ?;

-- NOT INDEXED leaves the look-up by key; left alone, SQLite walks through all notes of the layers.
-- name: best_passing
SELECT n.path, n.layer, p.start, p.key, n.key
FROM json_each(?) k CROSS JOIN passage p NOT INDEXED ON p.key = k.value CROSS JOIN note n NOT INDEXED ON n.key = p.note
WHERE {gate};

-- CROSS JOIN keeps the full text first; weights: title, synonyms, tags, summary, body.
-- name: candidates
SELECT bm25(note_fts, 4, 2, 1.5, 2, 1) AS score, n.path, n.layer, p.start, p.key, n.key
FROM note_fts f CROSS JOIN passage p ON p.key = f.rowid CROSS JOIN note n ON n.key = p.note
WHERE f.note_fts MATCH ? AND {gate} ORDER BY score, n.path, p.start LIMIT ?;

-- Of so many that ranking them would cost too much: the newest. bm25() would walk through all notes that hold a term.
-- name: newest_candidates
SELECT n.key FROM note_fts f CROSS JOIN passage p ON p.key = f.rowid CROSS JOIN note n ON n.key = p.note
WHERE f.note_fts MATCH ? AND {gate} ORDER BY f.rowid DESC LIMIT ?;

-- name: passages
SELECT key, note, start, stop, n_tokens, aside FROM passage
WHERE note IN (SELECT value FROM json_each(?)) ORDER BY note, start;

-- The plus sign keeps SQLite from seeking every rowid anew in every term, which costs thirty times as much.
-- name: hits
SELECT collect_hits(note_fts) FROM note_fts
WHERE note_fts MATCH ? AND rowid BETWEEN ? AND ? AND +rowid IN (SELECT value FROM json_each(?));

-- name: holding
SELECT rowid FROM note_fts WHERE note_fts MATCH ? LIMIT ?;

-- name: notes_of_passages
SELECT key, note FROM passage WHERE key IN (SELECT value FROM json_each(?));

-- name: space
SELECT key, n_vectors FROM space WHERE stamp = ?;

-- name: vector_set
SELECT ifnull(s.n_vectors, 0), t.n_passages, ifnull(s.serves, 0)
FROM (SELECT ifnull(sum(n_passages), 0) AS n_passages FROM layer) t LEFT JOIN space s ON s.stamp = ?;

-- name: without_vector
SELECT p.key, l.root, n.path, lower(hex(c.hash)), p.start, p.stop
FROM passage p CROSS JOIN note n ON n.key = p.note JOIN card c ON c.key = n.key JOIN layer l ON l.key = n.layer
WHERE p.key > ? AND NOT EXISTS (
    SELECT 1 FROM vector v JOIN space s ON s.key = v.space WHERE s.stamp = ? AND v.passage = p.key)
ORDER BY p.key LIMIT ?;

-- CROSS JOIN keeps the vectors last; left alone, SQLite walks through all of the space.
-- name: vectors_of_note
SELECT p.start, p.stop, v.data FROM layer l JOIN note n ON n.layer = l.key AND n.path = ?
JOIN card c ON c.key = n.key AND c.hash = ? JOIN passage p ON p.note = n.key JOIN space s ON s.stamp = ?
CROSS JOIN vector v ON v.space = s.key AND v.passage = p.key WHERE l.root = ?;

-- name: code_blocks
SELECT passages, alive, slices FROM code_block WHERE space = ? ORDER BY key;

-- name: uncoded
SELECT u.passage, v.data FROM uncoded u JOIN vector v ON v.space = u.space AND v.passage = u.passage
WHERE u.space = ? ORDER BY u.passage;

-- name: vectors
SELECT v.passage, v.data FROM json_each(?) k CROSS JOIN vector v ON v.space = ? AND v.passage = k.value;

-- name: passages_passing
SELECT p.key FROM note n CROSS JOIN passage p ON p.note = n.key WHERE {gate} LIMIT ?;

-- name: rows
SELECT n.key, l.root, n.path, c.id, n.path, c.title, n.type, c.kind, c.summary, c.tags, c.synonyms, n.project,
    c.confidence, c.lifecycle, CASE c.sensitivity WHEN '' THEN l.sensitivity ELSE c.sensitivity END, n.status, c.due,
    c.enforcement, c.triggers, c.valid_from, c.valid_until, c.created_ms, n.updated_ms, c.origin, n.trust, n.size,
    n.mtime_ns, lower(hex(c.hash)), c.error
FROM note n JOIN card c ON c.key = n.key JOIN layer l ON l.key = n.layer WHERE n.key IN (SELECT value FROM json_each(?));

-- One layer at a time, so that a small layer beside a large one costs no more than alone.
-- name: newest
SELECT n.updated_ms, c.id, n.path, n.key FROM note n CROSS JOIN card c ON c.key = n.key
WHERE n.layer = ? AND {gate} ORDER BY n.updated_ms DESC, c.id DESC, n.path DESC LIMIT ?;

-- One type at a time: in this index its notes stand in a row by date. Left alone, SQLite walks through all notes by date
-- for the few of a type.
-- name: newest_of_type
SELECT n.updated_ms, c.id, n.path, n.key FROM note n INDEXED BY note_type CROSS JOIN card c ON c.key = n.key
WHERE n.layer = ? AND n.type = ? AND {gate} ORDER BY n.updated_ms DESC, c.id DESC, n.path DESC LIMIT ?;

-- Dates sort as they are written.
-- name: soonest
SELECT n.key FROM note n CROSS JOIN card c ON c.key = n.key
WHERE c.due <> '' AND {gate} ORDER BY c.due, c.id, n.path LIMIT ?;

-- name: count
SELECT count(*) FROM note n WHERE {gate};

-- name: passing
SELECT n.key FROM note n NOT INDEXED WHERE n.key IN (SELECT value FROM json_each(?)) AND {gate};

-- name: triggered
SELECT n.key FROM card c CROSS JOIN note n ON n.key = c.key
WHERE c.triggers <> '' AND {gate} ORDER BY n.key;

-- name: anchored
SELECT n.key FROM card c CROSS JOIN note n ON n.key = c.key
WHERE c.anchors <> '' AND instr(char(31) || c.anchors || char(31), char(31) || ? || char(31)) > 0 AND {gate}
ORDER BY n.updated_ms DESC, n.key;

-- name: all_anchors
SELECT DISTINCT c.anchors FROM card c INDEXED BY card_anchored CROSS JOIN note n ON n.key = c.key
WHERE c.anchors <> '' AND n.trust > 0 AND n.archived = 0;

-- name: all_triggered
SELECT c.enforcement, c.triggers, l.root, n.path, n.mtime_ns, n.size FROM card c INDEXED BY card_triggered
    CROSS JOIN note n ON n.key = c.key CROSS JOIN layer l ON l.key = n.layer
WHERE c.triggers <> '' AND n.trust > 0 AND n.archived = 0 ORDER BY n.key;

-- name: some_dirs
SELECT l.root, d.path, d.mtime_ns FROM dir d JOIN layer l ON l.key = d.layer ORDER BY length(d.path), d.path LIMIT ?;

-- name: tag_lists
SELECT c.tags FROM note n CROSS JOIN card c ON c.key = n.key WHERE c.tags <> '' AND {gate} ORDER BY n.key;

-- name: census
SELECT l.root, n.type, n.trust, count(*) FROM note n CROSS JOIN layer l ON l.key = n.layer
WHERE {gate} GROUP BY n.layer, n.type, n.trust ORDER BY l.root, n.type, n.trust;

-- name: ids_twice
SELECT l.root, c.id, group_concat(n.path, char(31)) FROM note n CROSS JOIN card c ON c.key = n.key
    CROSS JOIN layer l ON l.key = n.layer
WHERE {gate} GROUP BY n.layer, c.id HAVING count(*) > 1 ORDER BY l.root, c.id LIMIT 20;

-- name: has_relation
SELECT 1 FROM edge WHERE op = ? LIMIT 1;

-- name: find
SELECT h.note, h.kind FROM handle h CROSS JOIN note n NOT INDEXED ON n.key = h.note WHERE h.key = ? AND {gate};

-- name: find_tail
SELECT t.note FROM tail t CROSS JOIN note n NOT INDEXED ON n.key = t.note
WHERE t.key >= ? AND t.key < ? AND {gate} LIMIT 50;

-- First the files whose names begin with the given letters.
-- name: paths_like
SELECT n.path FROM note n WHERE {gate}
ORDER BY NOT (n.path LIKE ? || '%' OR n.path LIKE '%/' || ? || '%'), n.path LIMIT 5000;

-- Which edges lead to notes, and which notes edges lead to. Apart, since hardly any target names a layer, and taking
-- doubles out of one answer would cost more than asking twice.
-- name: edges_to
SELECT e.source, e.op, h.note, e.target_text, e.note
FROM handle h JOIN edge e ON e.target_key = h.key
WHERE h.note IN (SELECT value FROM json_each(?)) {ops};

-- name: edges_to_aimed
SELECT e.source, e.op, h.note, e.target_text, e.note
FROM handle h JOIN aim a ON a.key = h.key JOIN edge e ON e.key = a.edge
    JOIN note n ON n.key = h.note
    JOIN layer l ON l.key = n.layer AND (l.name = a.layer OR l.kind = a.layer OR l.name LIKE a.layer || ':%' OR 'layer:' || l.name = a.layer)
WHERE h.note IN (SELECT value FROM json_each(?)) {ops};

-- name: ops
AND e.op IN ({})

-- The relations of many notes with both of their ends: near, far (-1: nobody), whether near declares it, the operator,
-- whether the text is the far end's (for the others: the near end's) id, or its slug in one layer, whether far passes,
-- and what is written there. One text for any number of notes, since preparing it costs more than a step.
-- name: links_from
SELECT e.source, ifnull(n.key, -1), 1, e.op, ifnull(h.kind = 0 OR h.kind = 1 AND n.layer = (SELECT layer FROM note WHERE key = e.source), 0), ifnull({gate}, 0),
    e.target_text, e.note, e.properties
FROM json_each(?) k CROSS JOIN edge e ON e.source = k.value
    LEFT JOIN handle h ON h.key = e.target_key LEFT JOIN note n ON n.key = h.note
WHERE 1 {ops};

-- name: links_to
SELECT h.note, n.key, 0, e.op, h.kind = 0 OR h.kind = 1 AND n.layer = (SELECT layer FROM note WHERE key = h.note), {gate},
    e.target_text, e.note, e.properties
FROM json_each(?) k CROSS JOIN handle h ON h.note = k.value
    CROSS JOIN edge e ON e.target_key = h.key CROSS JOIN note n ON n.key = e.source
WHERE 1 {ops};

-- name: edges_named
SELECT e.source, e.op, -1, e.target_text, e.note FROM json_each(?) k CROSS JOIN edge e ON e.target_key = k.value
WHERE 1 {ops};

-- name: edges_named_aimed
SELECT e.source, e.op, -1, e.target_text, e.note
FROM json_each(?) k CROSS JOIN aim a ON a.key = k.value CROSS JOIN edge e ON e.key = a.edge
WHERE 1 {ops};

-- name: any_aim
SELECT EXISTS (SELECT 1 FROM aim);

-- The targets that name a layer.
-- name: links_from_aimed
SELECT e.source, n.key, 1, e.op, 0, {gate}, e.target_text, e.note, e.properties
FROM json_each(?) k CROSS JOIN edge e ON e.source = k.value CROSS JOIN aim a ON a.edge = e.key
    CROSS JOIN handle h ON h.key = a.key CROSS JOIN note n ON n.key = h.note
    CROSS JOIN layer l ON l.key = n.layer AND (l.name = a.layer OR l.kind = a.layer OR l.name LIKE a.layer || ':%' OR 'layer:' || l.name = a.layer)
WHERE 1 {ops};

-- name: links_to_aimed
SELECT h.note, n.key, 0, e.op, 0, {gate}, e.target_text, e.note, e.properties
FROM json_each(?) k CROSS JOIN handle h ON h.note = k.value CROSS JOIN note t ON t.key = h.note
    CROSS JOIN aim a ON a.key = h.key CROSS JOIN edge e ON e.key = a.edge CROSS JOIN note n ON n.key = e.source
    CROSS JOIN layer l ON l.key = t.layer AND (l.name = a.layer OR l.kind = a.layer OR l.name LIKE a.layer || ':%' OR 'layer:' || l.name = a.layer)
WHERE 1 {ops};

-- name: edges_from
SELECT e.source, e.key, coalesce(h.note, -1), e.op, e.target_text, e.note
FROM edge e LEFT JOIN handle h ON h.key = e.target_key
WHERE e.source IN (SELECT value FROM json_each(?)) {ops};

-- name: edges_from_aimed
SELECT e.source, e.key, n.key, e.op, e.target_text, e.note
FROM edge e JOIN aim a ON a.edge = e.key JOIN handle h ON h.key = a.key
    JOIN note n ON n.key = h.note
    JOIN layer l ON l.key = n.layer AND (l.name = a.layer OR l.kind = a.layer OR l.name LIKE a.layer || ':%' OR 'layer:' || l.name = a.layer)
WHERE e.source IN (SELECT value FROM json_each(?)) {ops};

-- name: known_dirs
SELECT d.path, d.mtime_ns, d.racy FROM dir d JOIN layer l ON l.key = d.layer WHERE l.root = ? ORDER BY d.path;

-- name: known_dir
SELECT d.path, d.mtime_ns, d.racy FROM dir d JOIN layer l ON l.key = d.layer WHERE l.root = ? AND d.path = ?;

-- name: stats_in
SELECT n.path, n.size, n.mtime_ns FROM note n JOIN layer l ON l.key = n.layer WHERE l.root = ? AND n.dir = ?;

-- name: slice_stats
SELECT n.path, n.size, n.mtime_ns FROM layer l JOIN note n ON n.layer = l.key
WHERE l.root = ? AND n.path > ? ORDER BY n.path LIMIT ?;

-- name: sensitivities
SELECT n.path, c.sensitivity, c.error FROM note n CROSS JOIN card c ON c.key = n.key
WHERE n.layer = (SELECT key FROM layer WHERE root = ?) ORDER BY n.path;

-- name: unsettled
SELECT n.path, n.size, n.mtime_ns, lower(hex(c.hash)) FROM note n INDEXED BY note_racy JOIN card c ON c.key = n.key
WHERE n.racy = 1 AND n.layer = (SELECT key FROM layer WHERE root = ?) ORDER BY n.path;

-- name: racy
SELECT n.path FROM note n INDEXED BY note_racy
WHERE n.racy = 1 AND n.layer = (SELECT key FROM layer WHERE root = ?) ORDER BY n.path;

