
CREATE TABLE sessions (
	id      INTEGER PRIMARY KEY,
	session BLOB NOT NULL UNIQUE CHECK (length(session) = 32),
	meta    BLOB
);
CREATE TABLE records (
	id        INTEGER PRIMARY KEY,
	session   INTEGER NOT NULL REFERENCES sessions (id),
	seq       INTEGER NOT NULL CHECK (seq >= 1),
	head      BLOB NOT NULL,
	body      BLOB,
	salt      BLOB CHECK (salt IS NULL OR length(salt) = 32),
	body_hash BLOB CHECK (body_hash IS NULL OR length(body_hash) = 32),
	event_id  TEXT,
	data_hash BLOB,
	reply     BLOB,
	UNIQUE (session, seq),
	CHECK ((body IS NULL) = (salt IS NULL) AND (body IS NULL) = (body_hash IS NOT NULL))
);
CREATE UNIQUE INDEX records_event ON records (session, event_id) WHERE event_id IS NOT NULL;
CREATE TABLE checkpoints (
	id       INTEGER PRIMARY KEY,
	session  INTEGER NOT NULL REFERENCES sessions (id),
	n        INTEGER NOT NULL,
	kind     INTEGER NOT NULL,
	h        BLOB NOT NULL CHECK (length(h) = 32),
	frontier BLOB NOT NULL,
	tx       BLOB,
	status   TEXT NOT NULL CHECK (status IN ('pending', 'confirmed')),
	UNIQUE (session, n, kind)
);
CREATE TRIGGER records_no_update BEFORE UPDATE ON records BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END;
CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END;
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints BEGIN
	SELECT RAISE(ABORT, 'checkpoints are append-only');
END;
PRAGMA application_id = 1987210100; PRAGMA user_version = 1;
