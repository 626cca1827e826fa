"""Maintaining a floor's store: backup, restore, and audit. Not serving it."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paigow.cli.output import JsonFlag, bar, console, emit, working
from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.store.database import KEY, fact
from paigow.store.journal import floor_directory, open_store, require_address, sqlite_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paigow.store.audit import Audited
    from paigow.store.journal import Store
    from paigow.store.records import TableRecord
    from paigow.submissions.rules import Rules

AUDIT: Final = "paigow/audit/1"
StoreOption = Annotated[
    str | None,
    typer.Option("--store", help="sqlite:///PATH or postgresql://…; default: your own floor."),
]


def open_floor_store(address: str | None, *, new: bool = False) -> Store:
    """Open a floor's store. Files written there are readable by their owner only."""
    if not new:
        _require_store(address)
    os.umask(0o077)
    return open_store(address)


def _require_store(address: str | None) -> None:
    require_address(address)
    file = sqlite_file(address)
    if file is not None and not file.exists():
        raise BadInput(
            f"there is no store at {file}",
            allowed="name the floor's store with --store, such as sqlite:///PATH",
        )
    if file is None:
        from paigow.store.postgres import require_answer

        require_answer(str(address))


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the backup.")],
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write the whole store to a file while it is in use."""
    from paigow.store.backup import back_up

    if file.exists():
        raise BadInput(f"{str(file)!r} already exists", allowed="name a new file")
    with closing(open_floor_store(store)) as opened, working("backing up"):
        rows = back_up(opened, file)
    payload = {"file": str(file), "rows": rows, "bytes": file.stat().st_size}
    emit(
        payload,
        "paigow/backup/1",
        as_json,
        lambda: console().print(f"{rows:,} rows in {file} ({file.stat().st_size:,} bytes)"),
    )


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Restore a backup into an empty store, and audit the result."""
    from paigow.store.backup import require_undamaged
    from paigow.store.backup import restore as put_back

    if not file.is_file():
        raise BadInput(f"there is no file {str(file)!r}", allowed="give a backup that paigow backup wrote")
    require_undamaged(file)
    with closing(open_floor_store(store, new=True)) as opened, working("restoring"):
        rows = put_back(file, opened)
    about: dict[str, object] = {"file": str(file), "rows": rows}
    report_restored(store, about, f"{rows:,} rows restored", "paigow/restore/1", as_json)


def with_store(command: str, address: str | None) -> str:
    """A command to suggest, for the same store."""
    return f"{command} --store {quote(address)}" if address else command


def report_restored(
    address: str | None, about: Mapping[str, object], said: str, schema: str, as_json: bool
) -> None:
    """Audit a store that was just filled and print the findings; exit with 1 if there are any."""
    with closing(open_floor_store(address)) as opened:
        sealed = _sealed(opened)
    key = floor_key(address)
    about = {**about, "needs_key": sealed}
    _require_right_key(address, key, about, f"{said}. ", schema, as_json)
    findings = _findings(address, key)
    payload = {**about, "ok": not findings, "findings": findings}
    _report(payload, said, _needed(sealed, key, address), schema, as_json)


def audit(
    store: StoreOption = None,
    since: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Start from the checkpoints that the last audit wrote to FILE, then update FILE. "
            "Keep it off the floor's machine.",
        ),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Verify chains and sums, and re-judge every command in the journal. The floor can be in use."""
    from paigow.store.archiving import archived_rounds
    from paigow.store.pruning import pruned_rounds

    _require_store(store)
    os.umask(0o077)
    key, begin = floor_key(store), _begin(since)
    none = {"tables": 0, "seeds_opened": False, "pruned_rounds": 0, "archived_rounds": 0, "trusted": []}
    _require_right_key(store, key, none, "", AUDIT, as_json)
    findings = _findings(store, key, begin, since)
    try:
        with closing(open_floor_store(store)) as opened:
            tables, sealed, pruned = len(opened.tables()), _sealed(opened), pruned_rounds(opened.database)
            archived = archived_rounds(opened.database)
    except BadInput:
        tables, sealed, pruned, archived = 0, None, 0, 0
    about: dict[str, object] = {
        "tables": tables,
        "seeds_opened": key is not None,
        "pruned_rounds": pruned,
        "archived_rounds": archived,
        "trusted": [
            {"table": each.table, "version": each.version, "checkpoint": each.checkpoint or None}
            for each in begin
        ],
    }
    said = f"{counted(tables, 'table')} audited{_trusted(begin, since)}"
    if pruned:
        said += f", {counted(pruned, 'bots-only round')} pruned and not checked"
    if archived:
        said += f", {counted(archived, 'round')} read from archives"
    needed = _needed(sealed, key, store)
    payload = {**about, "ok": not findings and not needed, "findings": findings}
    _report(payload, said, needed, AUDIT, as_json)


def _sealed(store: Store) -> str | None:
    """The key that sealed a floor's seeds or signed its checkpoints; None if it has neither."""
    if (known := fact(store.database, KEY)) is not None:
        return known
    used = any(store.database.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in ("seeds", "checkpoints"))  # noqa: S608
    return "of the floor it came from" if used else None


def floor_key(address: str | None) -> bytes | None:
    """The key that opens sealed seeds, if it is available."""
    from paigow.server.keys import load_key

    path = floor_directory(address) / "floor.key"
    return load_key(path) if "PAIGOW_KEY" in os.environ or path.exists() else None


def _require_right_key(
    address: str | None, key: bytes | None, about: Mapping[str, object], said: str, schema: str, as_json: bool
) -> None:
    """Exit with 1 and one sentence if the key is another floor's: each seed would be a finding of its own."""
    from paigow.server.keys import wrong_key

    fault = None
    # What is wrong with a damaged store is for the audit to say.
    with suppress(Exception), closing(open_store(address, damaged=True)) as opened:
        fault = None if key is None else wrong_key(opened.database, key)
    if fault is None:
        return
    finding = {"table": "floor", "version": 0, "problem": str(fault)}
    payload = {**about, "ok": False, "findings": [finding]}
    sentences = fault.sentences
    emit(payload, schema, as_json, lambda: console().print(f"{said}{sentences}", soft_wrap=True))
    raise typer.Exit(1)


def _needed(sealed: str | None, key: bytes | None, address: str | None) -> str:
    """Which key the seeds need, if it isn't available."""
    if sealed is None or key is not None:
        return ""
    path = floor_directory(address) / "floor.key"
    return f" The sealed seeds were not checked: put the key {sealed} at {path}, or in PAIGOW_KEY."


def _begin(since: Path | None) -> list[Audited]:
    from paigow.cli.auditing import audited_before

    return audited_before(since)


def _trusted(begin: Sequence[Audited], since: Path | None) -> str:
    """What an audit took over from an earlier one and didn't read again."""
    if not begin:
        return ""
    signed = sum(bool(each.checkpoint) for each in begin)
    versions = sum(each.version for each in begin)
    unsigned = f", {len(begin) - signed} from where nothing was signed" if signed < len(begin) else ""
    return (
        f", {signed} of them from a signed checkpoint{unsigned}: "
        f"{versions:,} earlier events were not read again, and rest on {since}"
    )


def _findings(
    address: str | None, key: bytes | None, begin: Sequence[Audited] = (), since: Path | None = None
) -> list[dict[str, object]]:
    from paigow.cli.auditing import findings_of, keep_audited

    ended: list[Audited] = []
    try:
        with closing(open_store(address, damaged=True)) as store:
            rows = store.database.rows("SELECT CAST(sum(version) AS BIGINT) FROM heads")
            total = int(rows[0][0] or 0) - sum(each.version for each in begin)
    except Exception:  # noqa: BLE001 - the audit will say what is wrong with it
        total = 0
    with bar("auditing", total, "events") as advance:
        found = findings_of(address, key, rules_of, advance, os.cpu_count() or 1, begin, ended)
    keep_audited(since, begin, ended)
    return [{"table": each.table, "version": each.version, "problem": each.problem} for each in found]


def rules_of(record: TableRecord) -> Rules:
    """The rules a table of the floor is played by: its submission, checked again."""
    from paigow.submissions.checking import require_submission

    rules = _CHECKED.get(record.submission)
    if rules is None:
        rules = require_submission(record.submission, f"table {record.id}").rules
        if len(_CHECKED) == _MOST_CHECKED:
            _CHECKED.clear()
        _CHECKED[record.submission] = rules
    return rules


_MOST_CHECKED = 32
_CHECKED: dict[str, Rules] = {}
"""Cached rules by submission: tables share them, and checking one takes as long as auditing 50 rounds."""


def _report(payload: Mapping[str, Any], said: str, needed: str, schema: str, as_json: bool) -> None:
    findings = payload["findings"]

    def text() -> None:
        out = console()
        for each in findings:
            out.print(f"{each['table']}, version {each['version']}: {each['problem']}")
        result = counted(len(findings), "finding") if findings else "nothing wrong"
        out.print(f"{said}: {result}.{needed}", soft_wrap=True)

    emit(payload, schema, as_json, text)
    if not payload["ok"]:
        raise typer.Exit(1)
