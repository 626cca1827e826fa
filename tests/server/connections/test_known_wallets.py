"""The offered buy-ins: a usual amount, and never more than the wallet has."""

from __future__ import annotations

from typing import Any

from msgspec import json

from paigow.server.connections.known_wallets import KnownWallets
from paigow.server.tables.floor_accounts import PLAY_CHIPS
from paigow.server.tables.replica import CommittedChange
from paigow.submissions.checking import load_submission
from paigow.table.editions import edition_of
from paigow.table.engine import play
from paigow.table.house.seating import BuyIn
from paigow.table.state import Table
from paigow.table.visibility.legal import legal

RULES = load_submission("commission-tiles-full").rules
TABLE = Table(edition=edition_of(RULES))
LEAST = RULES.wagers["main"].least


def offered(wallets: KnownWallets, table: Table = TABLE) -> dict[str, Any]:
    options = json.decode(json.encode(wallets.bounded("anna", legal(RULES, table, "anna"))))
    (option,) = (each for each in options if each["command"]["do"] == "buy-in")
    (free,) = option["free"]
    return {"chips": option["command"]["chips"], "least": free["least"], "most": free["most"]}


def test_a_buy_in_is_offered_for_twenty_of_the_least_wagers() -> None:
    assert offered(KnownWallets())["chips"] == 20 * LEAST
    wallets = KnownWallets()
    wallets.learn("anna", 100 * LEAST)
    assert offered(wallets) == {"chips": 20 * LEAST, "least": 1, "most": 100 * LEAST}


def test_a_thin_wallet_bounds_what_is_offered() -> None:
    wallets = KnownWallets()
    wallets.learn("anna", 3 * LEAST)
    wallets.learn("bob", 1)
    assert offered(wallets) == {"chips": 3 * LEAST, "least": 1, "most": 3 * LEAST}
    wallets.forget("anna")
    assert offered(wallets)["most"] > PLAY_CHIPS


def test_what_is_carried_in_is_no_longer_in_the_wallet_and_an_empty_one_counts_as_filled() -> None:
    wallets = KnownWallets()
    wallets.learn("anna", 3 * LEAST)
    table = TABLE
    for chips, left in ((LEAST, 2 * LEAST), (2 * LEAST, PLAY_CHIPS)):
        command = BuyIn(by="anna", chips=chips)
        after, events = play(RULES, table, (command,))
        wallets.follow(CommittedChange(table, after, events, command))
        table = after
        assert offered(wallets, table)["most"] == left
