-- Statements of the journal.

-- name: record_recall
INSERT INTO recall (at_ms, kind, session, door, cwd, project, terms, tokens, took_ms, detail, left_out)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: record_shown
INSERT INTO recall_note (recall, place, note_id, score, part) VALUES (?, ?, ?, ?, ?);

-- name: shown_in_session
SELECT DISTINCT s.note_id FROM recall r JOIN recall_note s ON s.recall = r.seq WHERE r.session = ? AND r.door = 'hook';

-- name: recalls
SELECT r.seq, r.at_ms, r.kind, r.session, r.door, r.cwd, r.project, r.terms, r.tokens, r.took_ms, r.detail, r.left_out
FROM recall r WHERE r.at_ms >= ?1 AND (?2 = '' OR r.kind = ?2)
    AND (?3 = '' OR r.seq IN (SELECT s.recall FROM recall_note s WHERE s.note_id = ?3))
    AND (?4 = '' OR r.session = ?4) AND (?5 = '' OR r.project = ?5)
ORDER BY r.seq DESC LIMIT ?6;

-- name: uses
SELECT r.session, r.kind, ifnull(s.note_id, ''), ifnull(s.score, 0.0)
FROM (SELECT seq, session, kind, project FROM recall ORDER BY seq DESC LIMIT ?) r
    LEFT JOIN recall_note s ON s.recall = r.seq AND r.kind NOT IN ('start', 'context')
WHERE r.project = ? ORDER BY r.seq DESC, s.place;

-- name: verdicts
SELECT s.note_id, r.detail, r.at_ms, r.door, r.session
FROM recall r CROSS JOIN recall_note s ON s.recall = r.seq
WHERE r.kind = 'feedback' {narrowed} ORDER BY r.seq DESC;

-- name: of_notes
AND s.note_id IN ({})

-- name: shown
SELECT note_id, score, part FROM recall_note WHERE recall = ? ORDER BY place;

-- name: put_blob
INSERT OR IGNORE INTO blob (hash, data) VALUES (?, ?);

-- name: has_blob
SELECT 1 FROM blob WHERE hash = ?;

-- name: record_version
INSERT INTO version (note_id, layer, path, stem, op, hash, text_hash, parent, at_ms, origin, operation, session, door,
    before_path, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: newest_places
SELECT note_id, hash, layer, path FROM version
WHERE seq IN (SELECT max(seq) FROM version WHERE note_id IN ({}) GROUP BY note_id);

-- name: origins
SELECT note_id, text_hash, origin FROM version WHERE note_id IN ({}) ORDER BY seq;

-- name: known_ids
SELECT DISTINCT note_id FROM version WHERE note_id IN ({});

-- name: versions
SELECT note_id, layer, path, op, hash, text_hash, parent, at_ms, origin, operation, session, door, before_path, reason
FROM version WHERE note_id = ? ORDER BY seq DESC LIMIT ?;

-- name: writes
SELECT v.note_id, v.layer, v.path, v.op, v.hash, v.text_hash, v.parent, v.at_ms, v.origin, v.operation, v.session,
    v.door, v.before_path, v.reason
FROM version v WHERE v.op <> 'observe' AND v.at_ms >= ? {narrowed} ORDER BY v.seq DESC LIMIT ?;

-- Further conditions on version v.
-- name: of_note
AND v.note_id = ?
-- name: of_session
AND v.session = ?

-- name: operation
SELECT note_id, layer, path, op, hash, text_hash, parent, at_ms, origin, operation, session, door, before_path, reason
FROM version WHERE operation = ? AND operation <> '' ORDER BY seq;

-- name: last_operation
SELECT v.operation FROM version v
WHERE v.op NOT IN ('observe', 'undo') AND v.operation <> ''
    AND NOT EXISTS (SELECT 1 FROM version u WHERE u.op = 'undo' AND u.reason = v.operation) {narrowed}
ORDER BY v.seq DESC LIMIT 1;

-- name: last_of_each
WITH heir AS MATERIALIZED (
    SELECT parent, note_id, layer, path, before_path, seq FROM version WHERE parent <> ''
)
SELECT v.note_id, v.layer, v.path, v.op, v.hash, v.text_hash, v.parent, v.at_ms, v.origin, v.operation, v.session,
    v.door, v.before_path, v.reason
FROM version v LEFT JOIN heir h ON h.parent = v.hash AND h.layer = v.layer
    AND h.note_id <> v.note_id AND v.path IN (h.path, h.before_path) AND h.seq > v.seq
WHERE v.seq IN (SELECT max(seq) FROM version WHERE layer IN ({}) GROUP BY note_id, layer) AND h.seq IS NULL
ORDER BY v.seq DESC;

-- A file that carried no id, or another one, goes on under the one it was given: its old bytes are the parent.
-- name: lineage
WITH RECURSIVE kin(id) AS (
    VALUES (?1)
    UNION SELECT p.note_id FROM kin JOIN version v ON v.note_id = kin.id AND v.parent <> ''
    JOIN version p ON p.hash = v.parent AND p.layer = v.layer AND p.path IN (v.path, v.before_path)
)
SELECT note_id, layer, path, op, hash, text_hash, parent, at_ms, origin, operation, session, door, before_path, reason
FROM version WHERE note_id IN (SELECT id FROM kin) ORDER BY seq DESC LIMIT ?2;

-- name: deleted
SELECT note_id, layer, path, op, hash, text_hash, parent, at_ms, origin, operation, session, door, before_path, reason
FROM version WHERE hash = '' AND (lower(note_id) = ?1 OR stem = ?1
    OR length(?1) >= 7 AND lower(substr(note_id, -length(?1))) = ?1)
ORDER BY seq DESC LIMIT 50;

-- name: content
SELECT data FROM blob WHERE hash = ?;

-- name: set_approval
INSERT INTO approval (project_id, root, approval, at_ms) VALUES (?, ?, ?, ?);

-- name: approvals
SELECT project_id, root, approval FROM approval ORDER BY seq;

-- name: prune_shown
DELETE FROM recall_note WHERE recall IN (SELECT seq FROM recall WHERE at_ms < ? AND kind <> 'feedback');

-- name: keep_snapshot
INSERT OR REPLACE INTO snapshot (session, at_ms, text) VALUES (?, ?, ?);

-- name: snapshot
SELECT at_ms, text FROM snapshot WHERE session = ?;

-- name: prune_snapshots
DELETE FROM snapshot WHERE at_ms < ?;

-- name: prune_recalls
DELETE FROM recall WHERE at_ms < ? AND kind <> 'feedback';

-- The bytes of a note's newest version stay however old it is.
-- name: prune_contents
DELETE FROM blob WHERE hash NOT IN (SELECT hash FROM version WHERE at_ms >= ?)
    AND hash NOT IN (SELECT hash FROM version WHERE seq IN (SELECT max(seq) FROM version GROUP BY note_id));

-- name: missing_contents
SELECT count(*) FROM version v WHERE v.seq IN (SELECT max(seq) FROM version GROUP BY note_id)
    AND v.hash <> '' AND v.hash NOT IN (SELECT hash FROM blob);
