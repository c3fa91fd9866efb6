"""A batch of writes in one transaction: which can be done, and the statements that do them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from waterside.server.store import schema
from waterside.server.store.errors import (
    NoSuchTableError,
    NumberTakenError,
    ReviewTakenError,
    StoreError,
    WriteRefusedError,
)
from waterside.server.store.notices import notify_writes
from waterside.server.store.queries import LAST_NUMBERS
from waterside.server.store.writes import Row, Write

SAME_EVENTS = (
    select(schema.events)
    .where(
        schema.events.c.table_id == bindparam("which"),
        schema.events.c.number >= bindparam("first"),
        schema.events.c.number <= bindparam("final"),
    )
    .order_by(schema.events.c.number)
)
SAME_IDENTITY = select(schema.identities).where(schema.identities.c.hash == bindparam("which"))
INSERT_TABLE = insert(schema.tables)
INSERT_EVENT = insert(schema.events)
INSERT_IDENTITY = insert(schema.identities)
INSERT_PLAYER = insert(schema.players)
RENAME = (
    update(schema.identities)
    .where(schema.identities.c.hash == bindparam("which"))
    .values(name=bindparam("name"))
)
SUMMARISE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in ("phase", "seats", "updated", "resume")})
)
SUBSCRIBE = insert(schema.subscriptions)
UNSUBSCRIBE = delete(schema.subscriptions).where(
    schema.subscriptions.c.endpoint == bindparam("which")
)
PROBE = {"hash": "probe", "name": "", "created": 0.0}
"""A row that is written and deleted in one transaction: nobody ever sees it."""
UNDO_PROBE = delete(schema.identities).where(schema.identities.c.hash == bindparam("which"))
LAST_REVIEWED = (
    select(schema.reviews.c.updated)
    .where(schema.reviews.c.key == bindparam("which"))
    .with_for_update()
)
DELETE_REVIEW = delete(schema.reviews).where(schema.reviews.c.key == bindparam("which"))
DELETE_REVIEW_OF = DELETE_REVIEW.where(schema.reviews.c.updated == bindparam("was"))
"""What another process has written meanwhile stays: then nothing can be inserted in its place."""
INSERT_REVIEW = insert(schema.reviews)
MOST_UPLOADED = 500
"""Reviews of uploaded records that are kept."""
DROP_UPLOADED = delete(schema.reviews).where(
    schema.reviews.c.uploaded,
    schema.reviews.c.updated
    < select(schema.reviews.c.updated)
    .where(schema.reviews.c.uploaded)
    .order_by(schema.reviews.c.updated.desc())
    .limit(1)
    .offset(bindparam("kept"))
    .scalar_subquery(),
)
FORGET_PLAYERS = delete(schema.players).where(schema.players.c.table_id == bindparam("which"))


def execute(connection: Connection, batch: list[Write], origin: str) -> bool:
    """Does what can be done of a batch; returns whether anything was written.

    Writes that cannot be done get their ``problem``. Rows are sorted by their keys: two processes
    then never wait for each other's locks in a circle.
    """
    accepted = _accepted(connection, batch)
    for statement, rows in _statements(accepted):
        if rows:
            connection.execute(statement, rows)
    if connection.dialect.name == "postgresql":
        lasts = {w.table_id: w.events[-1]["number"] for w in accepted if w.events}
        notify_writes(connection, origin, lasts)
    return bool(accepted)


def _accepted(connection: Connection, batch: list[Write]) -> list[Write]:
    """The writes that are to be done; those that cannot be done get their problem."""
    ids = {write.table_id for write in batch if write.table_id}
    lasts: dict[str, int] = {}
    if ids:
        rows = connection.execute(LAST_NUMBERS, {"ids": sorted(ids)})
        lasts = {row[0]: row[1] for row in rows}
    accepted = []
    for write in batch:
        write.problem = None
        if write.unsure and _is_written(connection, write):
            continue
        write.problem = _problem(write, lasts) or _review_problem(connection, write)
        if write.problem is None:
            accepted.append(write)
            if write.events:
                lasts[write.table_id] = write.events[-1]["number"]
    return accepted


def _problem(write: Write, lasts: dict[str, int]) -> StoreError | None:
    key = write.table_id
    if write.table is not None:
        if key in lasts:
            return WriteRefusedError(f"table {key} exists already")
        lasts[key] = 0
    elif not key:
        return None
    elif key not in lasts:
        return NoSuchTableError(key)
    if write.events and write.first != lasts[key] + 1:
        return NumberTakenError(key, write.first, lasts[key])
    return None


def _review_problem(connection: Connection, write: Write) -> StoreError | None:
    """Why a review cannot be written that goes on from what was written at a certain time."""
    if write.review is None or write.review_was is None:
        return None
    key = write.review["key"]
    last = connection.execute(LAST_REVIEWED, {"which": key}).scalar()
    return None if (last or 0.0) == write.review_was else ReviewTakenError(key)


def _is_written(connection: Connection, write: Write) -> bool:
    """Whether this write is in the database already: then only its confirmation was lost."""
    if write.identity is not None:
        key = {"which": write.identity["hash"]}
        row = connection.execute(SAME_IDENTITY, key).mappings().first()
        return row is not None and dict(row) == write.identity
    if write.review is not None and write.review_was is not None:
        last = connection.execute(LAST_REVIEWED, {"which": write.review["key"]}).scalar()
        return bool(last == write.review["updated"])
    if not write.events:
        return False
    key = {"which": write.table_id, "first": write.first, "final": write.events[-1]["number"]}
    return [dict(row) for row in connection.execute(SAME_EVENTS, key).mappings()] == write.events


def _statements(writes: list[Write]) -> list[tuple[Any, list[Row]]]:
    """The statements to execute, in order, with their rows."""
    events = [row for write in writes for row in write.events]
    events.sort(key=lambda row: (row["table_id"], row["number"]))
    summaries = {w.table_id: w.summary for w in writes if w.summary and w.table is None}
    seated = {w.table_id: w.players for w in writes if w.players is not None}
    subscribed = _sorted((w.subscription for w in writes), "endpoint")
    gone = _sorted((w.unsubscribed for w in writes), "which")
    gone += [{"which": row["endpoint"]} for row in subscribed]
    reviews = {w.review["key"]: w.review for w in writes if w.review is not None}
    before = {w.review["key"]: w.review_was for w in writes if w.review is not None}
    uploads = any(review["uploaded"] for review in reviews.values())
    probes = [PROBE] if any(write.probe for write in writes) else []
    return [
        (INSERT_IDENTITY, probes),
        (UNDO_PROBE, [{"which": probe["hash"]} for probe in probes]),
        (INSERT_IDENTITY, _sorted((w.identity for w in writes), "hash")),
        (INSERT_TABLE, _sorted((w.table for w in writes), "id")),
        (INSERT_EVENT, events),
        (SUMMARISE, [{"which": key, **summaries[key]} for key in sorted(summaries)]),
        (FORGET_PLAYERS, [{"which": key} for key in sorted(seated)]),
        (
            INSERT_PLAYER,
            [
                {"table_id": key, "identity_hash": player}
                for key in sorted(seated)
                for player in sorted(seated[key])
            ],
        ),
        (UNSUBSCRIBE, gone),
        (SUBSCRIBE, list({row["endpoint"]: row for row in subscribed}.values())),
        (RENAME, _sorted((w.name for w in writes), "which")),
        (DELETE_REVIEW, [{"which": key} for key in sorted(reviews) if before[key] is None]),
        (
            DELETE_REVIEW_OF,
            [{"which": key, "was": before[key]} for key in sorted(reviews) if before[key]],
        ),
        (INSERT_REVIEW, [reviews[key] for key in sorted(reviews)]),
        (DROP_UPLOADED, [{"kept": MOST_UPLOADED - 1}] if uploads else []),
    ]


def _sorted(rows: Any, key: str) -> list[Row]:
    return sorted((row for row in rows if row is not None), key=lambda row: str(row[key]))
