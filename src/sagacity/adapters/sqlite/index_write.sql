-- Statements that change the index, and those that look it over.

-- name: set_meta
INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: put_layer
INSERT INTO layer (root, name, kind, sensitivity, n_notes, n_passages) VALUES (?, ?, ?, ?, 0, 0)
ON CONFLICT (root) DO UPDATE SET name = excluded.name, kind = excluded.kind, sensitivity = excluded.sensitivity
WHERE (name, kind, sensitivity) <> (excluded.name, excluded.kind, excluded.sensitivity);

-- name: layer_key
SELECT key FROM layer WHERE root = ?;

-- name: note_key
SELECT key FROM note WHERE layer = ? AND path = ?;

-- name: notes_in_dir
SELECT path FROM note WHERE layer = ? AND dir = ?;

-- name: notes_of_layer
SELECT key FROM note WHERE layer = ?;

-- name: insert_note
INSERT INTO note (layer, dir, path, size, mtime_ns, racy, type, status, project, archived, confidential, trust, updated_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: update_note
UPDATE note SET size = ?, mtime_ns = ?, racy = ?, type = ?, status = ?, project = ?, archived = ?, confidential = ?,
    trust = ?, updated_ms = ? WHERE key = ?;

-- name: put_card
INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: insert_text
INSERT INTO note_fts (rowid, title, synonyms, tags, summary, body) VALUES (?, ?, ?, ?, ?, ?);

-- name: last_passage
SELECT seq FROM sqlite_sequence WHERE name = 'passage';

-- name: insert_passage
INSERT INTO passage (key, note, start, stop, n_tokens, aside) VALUES (?, ?, ?, ?, ?, ?);

-- name: sizes
SELECT id, sz FROM note_fts_docsize WHERE id >= ?;

-- name: passages_of
SELECT key FROM passage WHERE note = ?;

-- name: delete_passages
DELETE FROM passage WHERE note = ?;

-- name: add_space
INSERT OR IGNORE INTO space (stamp, n_vectors, serves) VALUES (?, 0, 0);

-- name: space_key
SELECT key FROM space WHERE stamp = ?;

-- name: spaces
SELECT key, stamp FROM space;

-- Nothing where the passage is gone, or has one.
-- name: put_vector
INSERT OR IGNORE INTO vector (space, passage, data) SELECT ?1, key, ?3 FROM passage WHERE key = ?2;

-- name: insert_vector
INSERT INTO vector (space, passage, data) VALUES (?, ?, ?);

-- name: delete_vector
DELETE FROM vector WHERE space = ? AND passage = ?;

-- name: put_uncoded
INSERT OR IGNORE INTO uncoded (space, passage) VALUES (?, ?);

-- name: delete_uncoded
DELETE FROM uncoded WHERE space = ? AND passage = ?;

-- name: clear_uncoded
DELETE FROM uncoded WHERE space = ?;

-- name: add_vectors
UPDATE space SET n_vectors = n_vectors + ? WHERE key = ?;

-- A set serves once it is whole, and until more than a tenth of it is missing.
-- name: judge_spaces
UPDATE space SET serves = n_vectors >= total OR serves AND (total - n_vectors) * 10 <= total
FROM (SELECT ifnull(sum(n_passages), 0) AS total FROM layer);

-- name: forget_vectors
DELETE FROM vector WHERE space = ?;

-- name: forget_blocks
DELETE FROM code_block WHERE space = ?;

-- name: forget_space
DELETE FROM space WHERE key = ?;

-- name: block_with
SELECT key, passages, alive FROM code_block WHERE space = ? AND first <= ? AND last >= ?;

-- name: set_alive
UPDATE code_block SET alive = ? WHERE key = ?;

-- name: put_block
INSERT INTO code_block (space, first, last, passages, alive, slices) VALUES (?, ?, ?, ?, ?, ?);

-- name: block_sizes
SELECT key, length(passages) / 8 FROM code_block WHERE space = ? ORDER BY key;

-- name: block_content
SELECT passages, alive FROM code_block WHERE key = ?;

-- name: delete_block
DELETE FROM code_block WHERE key = ?;

-- name: uncoded_passages
SELECT passage FROM uncoded WHERE space = ? ORDER BY passage;

-- name: vectors_of
SELECT data FROM vector WHERE space = ? AND passage IN ({}) ORDER BY passage;

-- name: names_of
SELECT c.id, c.tags FROM card c WHERE c.key = ?;

-- name: delete_text
DELETE FROM note_fts WHERE rowid = ?;

-- name: insert_handle
INSERT OR IGNORE INTO handle (key, note, kind) VALUES (?, ?, ?);

-- name: insert_tail
INSERT OR IGNORE INTO tail (key, note) VALUES (?, ?);

-- name: insert_tag
INSERT OR IGNORE INTO tag (key, note) VALUES (?, ?);

-- name: insert_edge
INSERT INTO edge (source, place, op, target_key, target_text, note, properties) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: insert_aim
INSERT OR IGNORE INTO aim (key, layer, edge) VALUES (?, ?, ?);

-- name: delete_tail
DELETE FROM tail WHERE key = ? AND note = ?;

-- name: delete_handles
DELETE FROM handle WHERE note = ?;

-- name: delete_tag
DELETE FROM tag WHERE key = ? AND note = ?;

-- name: delete_aims
DELETE FROM aim WHERE edge IN (SELECT key FROM edge WHERE source = ?);

-- name: delete_edges
DELETE FROM edge WHERE source = ?;

-- name: delete_note
DELETE FROM note WHERE key = ?;

-- name: delete_card
DELETE FROM card WHERE key = ?;

-- name: count_notes
UPDATE layer SET n_notes = n_notes + ?, n_passages = n_passages + ? WHERE key = ?;

-- name: total_passages
SELECT ifnull(sum(n_passages), 0) FROM layer;

-- name: looked_at
SELECT value FROM meta WHERE key = 'common_looked_at';

-- name: common_numbers
SELECT term, number FROM common;

-- name: last_common
SELECT seq FROM sqlite_sequence WHERE name = 'common';

-- name: add_common
INSERT INTO common (term, n_passages) VALUES (?, ?);

-- name: forget_common
DELETE FROM common WHERE n_passages < ?;

-- name: change_common
UPDATE common SET n_passages = n_passages + ? WHERE number = ?;

-- name: frequent_words
SELECT term, doc FROM note_vocab WHERE doc > ?;

-- One row for each occurrence: that is quicker to count outside than to group here.
-- name: instances_of
SELECT doc, col FROM temp.instances WHERE term = ?;

-- name: put_counts
INSERT OR REPLACE INTO passage_common (passage, counts) VALUES (?, ?);

-- name: passage_counts
SELECT counts FROM passage_common WHERE passage = ?;

-- name: drop_counts
DELETE FROM passage_common WHERE passage = ?;

-- name: believe
UPDATE note SET racy = 0 WHERE layer = (SELECT key FROM layer WHERE root = ?) AND path = ? AND size = ? AND mtime_ns = ?;

-- name: put_dir
INSERT INTO dir (layer, path, mtime_ns, racy) VALUES (?, ?, ?, ?)
ON CONFLICT (layer, path) DO UPDATE SET mtime_ns = excluded.mtime_ns, racy = excluded.racy
WHERE (mtime_ns, racy) <> (excluded.mtime_ns, excluded.racy);

-- name: delete_dir
DELETE FROM dir WHERE layer = ? AND path = ?;

-- name: delete_dirs
DELETE FROM dir WHERE layer = ?;

-- name: delete_layer
DELETE FROM layer WHERE key = ?;

-- name: optimize_text
INSERT INTO note_fts (note_fts) VALUES ('optimize');

-- name: check_text
INSERT INTO note_fts (note_fts, rank) VALUES ('integrity-check', 1);

-- Contradictions between tables that a page check cannot see, each with the number of rows.
-- name: contradictions
SELECT 'passages without full text', count(*) FROM passage WHERE key NOT IN (SELECT id FROM note_fts_docsize)
UNION ALL SELECT 'full texts without a passage', count(*) FROM note_fts_docsize WHERE id NOT IN (SELECT key FROM passage)
UNION ALL SELECT 'notes without a passage', count(*) FROM note WHERE key NOT IN (SELECT note FROM passage)
UNION ALL SELECT 'passages without a note', count(*) FROM passage WHERE note NOT IN (SELECT key FROM note)
UNION ALL SELECT 'notes without a card', count(*) FROM note WHERE key NOT IN (SELECT key FROM card)
UNION ALL SELECT 'notes without a layer', count(*) FROM note WHERE layer NOT IN (SELECT key FROM layer)
UNION ALL SELECT 'handles without a note', count(*) FROM handle WHERE note NOT IN (SELECT key FROM note)
UNION ALL SELECT 'tags without a note', count(*) FROM tag WHERE note NOT IN (SELECT key FROM note)
UNION ALL SELECT 'relations without a note', count(*) FROM edge WHERE source NOT IN (SELECT key FROM note)
UNION ALL SELECT 'readings without a relation', count(*) FROM aim WHERE edge NOT IN (SELECT key FROM edge)
UNION ALL SELECT 'vectors without a passage', count(*) FROM vector WHERE passage NOT IN (SELECT key FROM passage)
UNION ALL SELECT 'models with a wrong number of vectors', count(*) FROM space
    WHERE n_vectors <> (SELECT count(*) FROM vector WHERE vector.space = space.key)
UNION ALL SELECT 'codes to be made without a vector', count(*) FROM uncoded u
    WHERE NOT EXISTS (SELECT 1 FROM vector v WHERE v.space = u.space AND v.passage = u.passage)
UNION ALL SELECT 'counts without a passage', count(*) FROM passage_common WHERE passage NOT IN (SELECT key FROM passage)
UNION ALL SELECT 'common terms with a wrong number of passages', count(*) FROM common c
    WHERE c.n_passages <> ifnull((SELECT v.doc FROM note_vocab v WHERE v.term = c.term), 0)
UNION ALL SELECT 'layers with a wrong number of notes', count(*) FROM layer
    WHERE n_notes <> (SELECT count(*) FROM note WHERE note.layer = layer.key)
UNION ALL SELECT 'layers with a wrong number of passages', count(*) FROM layer
    WHERE n_passages <> (SELECT count(*) FROM passage JOIN note ON note.key = passage.note WHERE note.layer = layer.key);

-- The whole content without keys, flags of freshness and anything that depends on the order of arrival.
-- name: dump
SELECT 'layer', root, name, kind, sensitivity, n_notes, n_passages FROM layer
    WHERE n_notes > 0 OR EXISTS (SELECT 1 FROM dir WHERE dir.layer = layer.key)
UNION ALL
SELECT 'note', l.root, n.path, n.dir || '|' || n.size || '|' || n.mtime_ns, n.type || '|' || n.status || '|' || n.project,
    n.archived || '|' || n.confidential || '|' || n.trust || '|' || n.updated_ms, ''
    FROM note n JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'card', l.root, n.path, c.id || '|' || c.title || '|' || c.kind || '|' || hex(c.hash),
    c.summary || '|' || c.tags || '|' || c.synonyms || '|' || c.triggers || '|' || c.anchors,
    c.confidence || '|' || c.lifecycle || '|' || c.sensitivity || '|' || c.due || '|' || c.enforcement || '|' || c.error,
    c.valid_from || '|' || c.valid_until || '|' || c.created_ms || '|' || c.origin
    FROM card c JOIN note n ON n.key = c.key JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'handle', l.root, n.path, h.key, h.kind, '', '' FROM handle h JOIN note n ON n.key = h.note JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'passage', l.root, n.path, p.start, p.stop, p.n_tokens, p.aside FROM passage p JOIN note n ON n.key = p.note
    JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'vector', l.root, n.path, p.start, s.stamp, hex(v.data), '' FROM vector v JOIN space s ON s.key = v.space
    JOIN passage p ON p.key = v.passage JOIN note n ON n.key = p.note JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'tail', l.root, n.path, t.key, '', '', '' FROM tail t JOIN note n ON n.key = t.note JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'tag', l.root, n.path, t.key, '', '', '' FROM tag t JOIN note n ON n.key = t.note JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'edge', l.root, n.path, e.place || '|' || e.op, e.target_key || '|' || e.target_text, e.note || '|' || e.properties,
    ifnull((SELECT group_concat(a.layer || ':' || a.key, '|' ORDER BY a.layer, a.key) FROM aim a WHERE a.edge = e.key), '')
    FROM edge e JOIN note n ON n.key = e.source JOIN layer l ON l.key = n.layer
UNION ALL
SELECT 'dir', l.root, d.path, d.mtime_ns, '', '', '' FROM dir d JOIN layer l ON l.key = d.layer
ORDER BY 1, 2, 3, 4, 5, 6, 7;

-- Every word of every note by column and position, for the dump.
-- name: make_instances
CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab (main, note_fts, instance);

-- name: dump_words
SELECT 'word', l.root, n.path, i.term, i.col, p.start, i.offset FROM temp.instances i JOIN passage p ON p.key = i.doc
    JOIN note n ON n.key = p.note JOIN layer l ON l.key = n.layer ORDER BY 2, 3, 5, 6, 7;
