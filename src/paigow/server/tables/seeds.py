"""The chance of a live table: a seed sealed before anything is drawn, and revealed after the round.

A seed is encrypted before it is stored, and opened again after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from paigow.faults import BadInput
from paigow.material.shuffling import SEED_BYTES
from paigow.server.keys import derived_key, fingerprint
from paigow.server.tables.host import TableHost
from paigow.store.database import KEY, Database, StoreUnavailable, fact
from paigow.store.findings import Finding
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.autoplay.chance import Chance, drawn, is_drawn
from paigow.table.deal.sealing import (
    CITES,
    CommitSeed,
    RevealSeed,
    commitment_to,
    may_commit,
    may_reveal,
    mixed,
)
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Pieces, Seal, Table

NONCE_BYTES: Final = 12
RETRY_SECONDS: Final = 0.25
"""How long after a seed could not be stored another is sealed."""

_log = logging.getLogger("paigow.seeds")


class SeedVault:
    """Seals and opens the seeds of rounds."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._cipher = AESGCM(derived_key(key, "seeds"))
        self._open: dict[tuple[str, str], bytes] = {}

    def seal(self, table: str) -> str:
        """Draw a seed, keep it encrypted, and give what may be published. Waits for the disk."""
        seed = secrets.token_bytes(SEED_BYTES)
        commitment = commitment_to(seed)
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, seed, _bound_to(table, commitment))
        with self._database.writing() as transaction:
            transaction.many("INSERT INTO seeds VALUES (?, ?, ?)", [(table, commitment, sealed)])
        self._open[table, commitment] = seed
        return commitment

    def open(self, table: str, commitment: str) -> bytes:
        """The seed behind a commitment."""
        known = self._open.get((table, commitment))
        if known is None:
            known = self._open[table, commitment] = self._opened(table, commitment)
        return known

    def forget(self, table: str, commitment: str) -> None:
        """A revealed seed is in the journal and needed here no more."""
        self._open.pop((table, commitment), None)

    def _opened(self, table: str, commitment: str) -> bytes:
        sql = "SELECT sealed FROM seeds WHERE table_id = ? AND commitment = ?"
        rows = self._database.rows(sql, table, commitment)
        if not rows:
            raise BadInput(f"no seed is kept for {commitment[:12]}…")
        return _unsealed(self._cipher, table, commitment, bytes(rows[0][0]))


def _unsealed(cipher: AESGCM, table: str, commitment: str, sealed: bytes) -> bytes:
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return cipher.decrypt(nonce, rest, _bound_to(table, commitment))
    except (InvalidTag, ValueError):
        raise BadInput(
            "the floor's key does not open its seeds",
            allowed="restore the key file together with the store",
        ) from None


def spoiled_seeds(database: Database, key: bytes) -> Iterator[Finding]:
    """Kept seeds that the key does not open, or that were not committed to."""
    known = fact(database, KEY)
    if known is not None and known != fingerprint(key):
        yield Finding("floor", 0, f"the key here is {fingerprint(key)}, and the floor's is {known}")
    cipher = AESGCM(derived_key(key, "seeds"))
    with database.reading() as moment:
        for table, commitment, sealed in moment.each("SELECT table_id, commitment, sealed FROM seeds"):
            try:
                fits = commitment_to(_unsealed(cipher, table, commitment, bytes(sealed))) == commitment
            except (BadInput, TypeError):
                fits = False
            if not fits:
                problem = f"the seed of {str(commitment)[:12]}… was changed, or the key is another floor's"
                yield Finding(str(table), 0, problem)


def _bound_to(table: str, commitment: str) -> bytes:
    """A sealed seed is of use at its own place only."""
    return f"{table}/{commitment}".encode()


class Unsealed:
    """No seed is sealed: nothing may be drawn."""

    def order(self, _rules: Rules, _table: Table) -> Pieces:
        raise AssertionError("an order is drawn from a sealed seed")

    def dice(self, _table: Table) -> tuple[int, int, int]:
        raise AssertionError("dice are drawn from a sealed seed")

    def number(self, _table: Table, _label: str, _first: int, _last: int) -> int:
        raise AssertionError("a number is drawn from a sealed seed")


class SealedChance:
    """Seals, draws and reveals for one table."""

    def __init__(self, host: TableHost, vault: SeedVault) -> None:
        self._host = host
        self._vault = vault
        host.redraw = self._filled_at
        self._sealing: asyncio.Future[str] | None = None
        self._mixed: tuple[Seal, Chance] | None = None
        """The chance of a seal, so that it is mixed once and not at every look."""

    def now(self) -> Chance | Unsealed:
        """What draws at this moment: the sealed seed and the words added by now."""
        return self._at(self._host.table)

    def _at(self, table: Table) -> Chance | Unsealed:
        seal = table.seal
        if seal.commitment is None:
            return Unsealed()
        if (known := self._mixed) is not None and known[0] is seal:
            return known[1]
        chance = Chance(mixed(self._vault.open(self._host.record.id, seal.commitment), seal.words))
        self._mixed = (seal, chance)
        return chance

    def filled(self, command: Command) -> Command:
        """A command with chance in it as the seed gives it; raises Refused while none is sealed."""
        return self._filled_at(self._host.table, command)

    def _filled_at(self, table: Table, command: Command) -> Command:
        """Every draw is labelled with its version: the same command later is another draw."""
        if not is_drawn(command):
            return command
        chance = self._at(table)
        if isinstance(chance, Unsealed):
            raise Refused(Reason.PENDING, "no seed is sealed yet for this round", CITES)
        return drawn(self._host.rules, table, command, chance)

    def due(self) -> Command | None:
        """Reveal what is over, then seal anew before anything is drawn; None if there is nothing to do."""
        table, name = self._host.table, self._host.record.id
        commitment = table.seal.commitment
        if commitment is not None and may_reveal(table):
            return RevealSeed(by=DEALER, seed=self._vault.open(name, commitment).hex())
        if may_commit(table) and any(table.chairs):
            return self._commit()
        return None

    @property
    def missing(self) -> bool:
        """Whether a seed has to be sealed before the dealer may go on."""
        return self._host.table.seal.commitment is None and any(self._host.table.chairs)

    def _commit(self) -> Command | None:
        """Seal, which waits for the disk; the commitment is there a moment later."""
        if self._sealing is None:
            self._sealing = asyncio.get_running_loop().create_task(self._sealed())
        if not self._sealing.done():
            return None
        commitment = self._sealing.result()
        self._sealing = None
        return CommitSeed(by=DEALER, commitment=commitment)

    async def _sealed(self) -> str:
        """In another thread, and again while the store is away: without a seed a table stands still."""
        name = self._host.record.id
        while True:
            try:
                return await asyncio.to_thread(self._vault.seal, name)
            except StoreUnavailable as away:
                _log.warning("table %s: a seed could not be kept: %s", name, away.where or away.problem)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:  # noqa: BLE001 - a database has many ways to be away
                _log.exception("table %s: a seed could not be kept", name)
                await asyncio.sleep(RETRY_SECONDS)

    @property
    def sealing(self) -> asyncio.Future[str] | None:
        """The seed that is being sealed, if any: whoever waits looks again when it is done."""
        return self._sealing
