"""Queries: functions that take a connection and read from the database; they run in a thread."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, tuple_

from waterside.server.store import schema
from waterside.server.store.rows import (
    Event,
    Identity,
    ReviewRow,
    Subscription,
    Summary,
    TableRow,
)

_EVENTS = (
    select(
        schema.events.c.number,
        schema.events.c.kind,
        schema.events.c.body,
        schema.events.c.private,
        schema.events.c.at,
    )
    .where(
        schema.events.c.table_id == bindparam("table"),
        schema.events.c.number > bindparam("after"),
    )
    .order_by(schema.events.c.number)
)
_TABLES = select(schema.tables)
_ONE_TABLE = _TABLES.where(schema.tables.c.id == bindparam("id"))
_INVITED = _TABLES.where(schema.tables.c.invitation_hash == bindparam("hash"))
_RESUMING = _TABLES.where(schema.tables.c.resume).order_by(schema.tables.c.id)
_THEIRS = (
    _TABLES.join(schema.players, schema.players.c.table_id == schema.tables.c.id)
    .where(schema.players.c.identity_hash == bindparam("hash"))
    .order_by(schema.tables.c.updated.desc(), schema.tables.c.id)
)
_PUBLIC = _TABLES.where(schema.tables.c.public).order_by(
    schema.tables.c.created.desc(), schema.tables.c.id.desc()
)
_IDENTITY = select(schema.identities).where(schema.identities.c.hash == bindparam("hash"))
_SUBSCRIPTIONS = (
    select(schema.subscriptions)
    .where(schema.subscriptions.c.identity_hash == bindparam("hash"))
    .order_by(schema.subscriptions.c.created.desc(), schema.subscriptions.c.endpoint)
)
_REVIEW = select(schema.reviews).where(schema.reviews.c.key == bindparam("key"))
_UNFINISHED = (
    select(schema.reviews)
    .where(~schema.reviews.c.complete, schema.reviews.c.updated < bindparam("before"))
    .order_by(schema.reviews.c.updated)
)
_LAST = (
    select(func.max(schema.events.c.number))
    .where(schema.events.c.table_id == schema.tables.c.id)
    .correlate(schema.tables)
    .scalar_subquery()
)
LAST_NUMBERS = select(schema.tables.c.id, func.coalesce(_LAST, 0)).where(
    schema.tables.c.id.in_(bindparam("ids", expanding=True))
)
AT_ONCE = 500  # ids in one query


def _table(row: Any) -> TableRow:
    return TableRow(
        id=row.id,
        game=row.game,
        title=row.title,
        public=row.public,
        invitation_hash=row.invitation_hash,
        created=row.created,
        summary=Summary(row.phase, _seats(row.seats), row.updated, row.resume),
    )


def _seats(text: str) -> list[dict[str, Any]]:
    """What lists show of the seats; nothing where that cannot be read, as lists go on without it."""
    try:
        return list(json.loads(text))
    except (TypeError, ValueError):
        return []


def events(connection: Connection, table_id: str, after: int) -> list[Event]:
    """The events of a table after a number."""
    rows = connection.execute(_EVENTS, {"table": table_id, "after": after})
    return [
        Event(number, kind, json.loads(body), json.loads(private) if private else {}, at)
        for number, kind, body, private, at in rows
    ]


def table(connection: Connection, table_id: str) -> TableRow | None:
    """The table with this id; None if there is none."""
    row = connection.execute(_ONE_TABLE, {"id": table_id}).first()
    return _table(row) if row else None


def table_by_invitation(connection: Connection, invitation_hash: str) -> TableRow | None:
    """The table that this invitation is for; None if there is none."""
    row = connection.execute(_INVITED, {"hash": invitation_hash}).first()
    return _table(row) if row else None


def public_tables(
    connection: Connection,
    limit: int,
    before: tuple[float, str] | None,
    phases: Sequence[str] | None,
) -> list[TableRow]:
    """Public tables, the newest first."""
    query = _PUBLIC.limit(limit)
    if before is not None:
        query = query.where(tuple_(schema.tables.c.created, schema.tables.c.id) < before)
    if phases is not None:
        query = query.where(schema.tables.c.phase.in_(phases))
    return [_table(row) for row in connection.execute(query)]


def tables_of(connection: Connection, identity_hash: str) -> list[TableRow]:
    """The tables of an identity, the most recently used first."""
    return [_table(row) for row in connection.execute(_THEIRS, {"hash": identity_hash})]


def open_tables(connection: Connection) -> list[TableRow]:
    """Tables that continue without a player: bots play there, or a clock runs."""
    return [_table(row) for row in connection.execute(_RESUMING)]


def identity(connection: Connection, identity_hash: str) -> Identity | None:
    """The identity with this hash; None if there is none."""
    row = connection.execute(_IDENTITY, {"hash": identity_hash}).first()
    return Identity(row.hash, row.name, row.created) if row else None


def subscriptions(connection: Connection, identity_hash: str) -> list[Subscription]:
    """The browsers that take push messages for an identity, the newest first."""
    rows = connection.execute(_SUBSCRIPTIONS, {"hash": identity_hash})
    return [
        Subscription(row.endpoint, row.identity_hash, row.receiver, row.auth, row.language)
        for row in rows
    ]


def review(connection: Connection, key: str) -> ReviewRow | None:
    """The review under this key; None if there is none."""
    row = connection.execute(_REVIEW, {"key": key}).mappings().first()
    return ReviewRow(**row) if row else None


def unfinished_reviews(connection: Connection, before: float) -> list[ReviewRow]:
    """Reviews that nobody has worked on since a time, the oldest first."""
    rows = connection.execute(_UNFINISHED, {"before": before}).mappings()
    return [ReviewRow(**row) for row in rows]


def last_numbers(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """How far the logs of these tables go."""
    lasts: dict[str, int] = {}
    for start in range(0, len(ids), AT_ONCE):
        some = list(ids[start : start + AT_ONCE])
        lasts |= {row[0]: row[1] for row in connection.execute(LAST_NUMBERS, {"ids": some})}
    return lasts
