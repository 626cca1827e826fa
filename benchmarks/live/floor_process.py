"""A floor to drive, in a separate process: the usual server, many tables, no limit on clients."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.live.stages import measure_stages
from paigow.server.accounts.rate_limits import Limits
from paigow.server.lifecycle import ServerOptions, run
from paigow.server.monitoring import log_as_json
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.submissions.checking import find_submission

MANY = 10**9
SUBMISSION = "commission-tiles-full"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument(
        "--stages", type=Path, help="take the time of every part of a command, into this file"
    )
    parser.add_argument("--named", default="table")
    parser.add_argument("--read-only", action="store_true")
    arguments = parser.parse_args()
    if arguments.stages is not None:
        measure_stages(arguments.stages)
    log_as_json("warning")
    limits = Limits(
        message_rate=MANY, message_burst=MANY, connections=MANY, guest_rate=MANY, guest_burst=MANY
    )
    options = ServerOptions(
        store=arguments.store,
        limits=limits,
        drain_seconds=0,
        pace=0,
        counting=False,
        reads_only=arguments.read_only,
    )
    settings = TableSettings(clock=False)
    text = find_submission(SUBMISSION).text
    tables = (NewTable(f"{arguments.named}-{number}", text, settings) for number in range(arguments.tables))

    run(options, tables, lambda address: print(json.dumps({"address": address}), flush=True))


if __name__ == "__main__":
    main()
