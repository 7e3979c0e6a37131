"""Alters one record of a closed session's store, as a dishonest provider would.

tamper.py DB: replaces the mail's recipient in the last send_email action. The store forbids
updates by a trigger; whoever owns the file can drop it, which is why the chain has checkpoints.
"""
import sqlite3
import sys

db = sqlite3.connect(sys.argv[1])
guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
for name, _ in guards:
    db.execute(f'DROP TRIGGER "{name}"')
rows = [
    (rowid, seq, body)
    for rowid, seq, head, body in db.execute("SELECT rowid, seq, head, body FROM records ORDER BY seq")
    if b'"kind":"action"' in bytes(head) and b'"tool":"send_email"' in bytes(head)
]
rowid, seq, body = rows[-1]
forged = bytes(body).replace(b"alice@example.com", b"mallory@evil.test")
db.execute("UPDATE records SET body = ? WHERE rowid = ?", (forged, rowid))
for _, sql in guards:
    db.execute(sql)
db.commit()
print(f"record {seq}: alice@example.com is now mallory@evil.test")
