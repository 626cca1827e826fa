"""Statements sent to PostgreSQL together: columns as arrays, and the last rows with the commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paigow.store.arrays import array_type, columns_of
from paigow.store.database import ColumnUpdate, Row
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, Appended, TableRecord
from tests.store.servers import PostgresServer

_TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
_ROWS = st.lists(st.tuples(_TEXTS, st.integers(-(2**63), 2**63 - 1), st.binary()), min_size=1, max_size=20)


@pytest.fixture(scope="module")
def connection(postgres: PostgresServer) -> Iterator[psycopg.Connection[Row]]:
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        yield connection


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=_ROWS)
def test_columns_come_to_the_database_as_they_are(
    connection: psycopg.Connection[Row], rows: list[Row]
) -> None:
    given = ", ".join(f"%b::{array_type(value)}" for value in rows[0])
    sql = f"SELECT * FROM unnest({given})"  # noqa: S608 - only types
    assert connection.execute(sql.encode(), columns_of(rows)).fetchall() == rows


def test_a_last_statement_that_fails_keeps_nothing_and_the_next_group_is_kept(
    opened: Callable[[], Store],
) -> None:
    """The commit is already in flight when the statement before it fails."""
    store = opened()
    store.add_table(TableRecord("fails", "", b"{}", 0))
    in_the_way = ("fails", 1, "other", 0, b"event", b"chain")
    with store.database.writing() as transaction:
        transaction.insert("journal", [in_the_way])
    append = Append("fails", 0, "one", 0, (b"event",), body=b"command")
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
        store.append([append])
    assert (store.head("fails").version, store.kept_as("fails", "one")) == (0, None)
    with store.database.writing() as transaction:
        transaction.rows("DELETE FROM journal WHERE table_id = ?", "fails")
    assert store.append([append]) == [Appended(1)]


def test_what_a_transaction_finishes_with_is_kept_for_others_to_see(postgres: PostgresServer) -> None:
    with (
        closing(open_store(postgres.url)) as store,
        closing(open_store(postgres.url)) as other,
        store.database.writing() as transaction,
    ):
        nothing = ColumnUpdate("balances", ("cents",), "account", [])
        transaction.finish({"balances": [("house/finish", 5)], "rounds": []}, [nothing])
        assert other.balance("house/finish") == 5, "it is committed with its last rows"
