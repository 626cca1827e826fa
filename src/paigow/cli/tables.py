"""`paigow tables`: list a floor's tables, add, close, reopen, and replace them. The floor can be in use."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.arguments import file_from, submission_names
from paigow.cli.commands import examples
from paigow.cli.output import JsonFlag, console, emit, text_table
from paigow.cli.store import StoreOption, open_floor_store, rules_of, with_store
from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.store.checkpoints import moment
from paigow.store.table_changes import (
    LISTING,
    OPENED,
    add_opened,
    close_table,
    closed_tables,
    open_table,
    replace_table,
    table_changes,
)

if TYPE_CHECKING:
    from paigow.store.journal import Store
    from paigow.store.records import TableRecord
    from paigow.store.table_changes import TableChange

tables = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="List a floor's tables; add, close, reopen, and replace them, even while it runs.",
)

TableArgument = Annotated[
    str, typer.Argument(metavar="TABLE", help="A table's name; paigow tables list shows them.")
]
FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A submission: a TOML file, a built-in name, or - for standard input.",
        autocompletion=submission_names,
        callback=file_from(".toml"),
    ),
]


@tables.command(
    "list", epilog=examples("paigow tables list", "paigow tables list --all --store sqlite:///floor.db")
)
def list_tables(
    every: Annotated[
        bool, typer.Option("--all", help="Also list private tables, and those for practice and the school.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List tables, open and closed, with the number of their rounds."""
    with closing(open_floor_store(store)) as opened:
        found = [each for each in _listed(opened) if every or each["kind"] == "public"]
        left_out = len(opened.tables()) - len(found)

    def text() -> None:
        shown = text_table("", "table", "state", "rounds", "title")
        for column in shown.columns[1:]:
            column.justify = "left"
        for each in found:
            shown.add_row(str(each["table"]), _state(each), f"{each['rounds']:,}", str(each["title"] or ""))
        console().print(shown)
        if left_out:
            console().print(f"{counted(left_out, 'table')} opened by players not listed: --all lists them")

    emit({"tables": found}, "paigow/tables-list/1", as_json, text)


def _state(table: dict[str, object]) -> str:
    if table["state"] == OPENED:
        return "open"
    successor = f", replaced by {table['successor']}" if table["successor"] else ""
    return f"closed {str(table['since'])[:10]}{successor}"


def _listed(store: Store) -> list[dict[str, object]]:
    from hashlib import sha256

    from paigow.server.tables.catalog import decode_settings

    closed = closed_tables(store.database)
    opened = {each.table: each.at for each in table_changes(store.database) if each.deed == OPENED}
    rounds: dict[str, int] = dict(
        store.database.rows("SELECT table_id, count(*) FROM rounds GROUP BY table_id")
    )
    found: list[dict[str, object]] = []
    for record in store.tables():
        settings, last = decode_settings(record.settings), closed.get(record.id)
        found.append(
            {
                "table": record.id,
                "state": OPENED if last is None else last.deed,
                "since": moment(opened.get(record.id, record.created_at) if last is None else last.at),
                "successor": (last.successor or None) if last is not None else None,
                "kind": settings.kind,
                "title": settings.title or None,
                "rounds": rounds.get(record.id, 0),
                "submission": sha256(record.submission.encode()).hexdigest(),
            }
        )
    return found


@tables.command("close", epilog=examples("paigow tables close ours-3f2a90 --store sqlite:///floor.db"))
def close(table: TableArgument, store: StoreOption = None, as_json: JsonFlag = False) -> None:
    """Close a table: its round is finished, everybody gets their chips back, and the lobby hides it.

    Its rounds can still be replayed and audited. A running server closes it within a second.
    """
    with closing(open_floor_store(store)) as opened:
        change = close_table(opened.database, table, _now(), with_store(LISTING, store))
    _report(change, "tables-close", f"{table} is closed", as_json)


@tables.command("open", epilog=examples("paigow tables open ours-3f2a90 --store sqlite:///floor.db"))
def reopen(table: TableArgument, store: StoreOption = None, as_json: JsonFlag = False) -> None:
    """Open a closed table again."""
    with closing(open_floor_store(store)) as opened:
        record = next((each for each in opened.tables() if each.id == table), None)
        if record is not None:
            _require_same_terms(opened, record)
        change = open_table(opened.database, table, _now(), with_store(LISTING, store))
    _report(change, "tables-open", f"{table} is open again", as_json)


@tables.command("add", epilog=examples("paigow tables add ours.toml --store sqlite:///floor.db"))
def add(file: FileArgument, store: StoreOption = None, as_json: JsonFlag = False) -> None:
    """Add a table with your submission. A running server opens it within a second."""
    with closing(open_floor_store(store)) as opened:
        record = _new_record(opened, store, file)
        _require_same_terms(opened, record)
        change = add_opened(opened, record, _now())
    _report(change, "tables-add", f"{record.id} is open", as_json)


@tables.command(
    "replace", epilog=examples("paigow tables replace ours-3f2a90 ours.toml --store sqlite:///floor.db")
)
def replace(
    table: TableArgument, file: FileArgument, store: StoreOption = None, as_json: JsonFlag = False
) -> None:
    """Close a table and open one with a changed submission in its place.

    The closed table keeps its rounds, under the rules they were played by.
    """
    with closing(open_floor_store(store)) as opened:
        record = _new_record(opened, store, file)
        _require_same_terms(opened, record, but=table)
        change = replace_table(opened, table, record, _now(), with_store(LISTING, store))
    _report(change, "tables-replace", f"{table} is closed, and {record.id} is open", as_json)


def _now() -> int:
    return time.time_ns() // 10**6


def _new_record(opened: Store, address: str | None, file: str) -> TableRecord:
    """A table with this submission, signed by the floor's own key."""
    from paigow.server.keys import derived_key, load_key, require_key
    from paigow.server.tables.catalog import record_of, table_of
    from paigow.store.checkpoints import Signer
    from paigow.store.database import KEY, fact
    from paigow.store.journal import floor_directory

    new = table_of(file)
    key = load_key(floor_directory(address) / "floor.key", fact(opened.database, KEY))
    require_key(opened.database, key)
    record, _ = record_of(new, Signer(derived_key(key, "checkpoints")))
    return record


def _require_same_terms(opened: Store, record: TableRecord, but: str = "") -> None:
    """Open public tables that share meters must agree on them."""
    from paigow.server.tables.catalog import decode_settings
    from paigow.server.tables.floor_accounts import require_same_terms

    if not decode_settings(record.settings).listed:
        return
    closed, others = closed_tables(opened.database), []
    for each in opened.tables():
        if each.id in (record.id, but) or each.id in closed or not decode_settings(each.settings).listed:
            continue
        try:
            others.append(rules_of(each))
        except BadInput:
            continue  # A server doesn't serve this table either.
    require_same_terms(rules_of(record), others)


def _report(change: TableChange, schema: str, said: str, as_json: bool) -> None:
    payload = {
        "table": change.table,
        "state": change.deed,
        "since": moment(change.at),
        "successor": change.successor or None,
    }
    emit(payload, f"paigow/{schema}/1", as_json, lambda: console().print(said, highlight=False))
