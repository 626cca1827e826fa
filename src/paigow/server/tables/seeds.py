"""A live table's randomness: committed before bets, mixed and drawn after, published at the end.

A seed is encrypted before it is stored, and decrypted after a restart.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections.abc import Iterator
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from paigow.faults import BadInput
from paigow.material.notation import Pieces
from paigow.material.shuffling import SEED_BYTES
from paigow.server.keys import derived_key, fingerprint
from paigow.server.tables.beacons import BeaconSource
from paigow.server.tables.host import TableHost
from paigow.store.database import KEY, Database, StoreUnavailable, fact
from paigow.store.findings import AuditFinding
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.autoplay.chance import Chance, FirstChance, drawn, is_drawn
from paigow.table.chance_state import RoundChance
from paigow.table.deal.commitments import (
    CITES,
    FixOrder,
    PublishCommitment,
    PublishSeed,
    is_committed,
    is_order_due,
    may_commit,
    may_publish,
)
from paigow.table.deal.first_seeds import CommitSeed, RevealSeed, first_commitment, first_mix, may_reveal
from paigow.table.deal.mixing import SALT_BYTES, hashed, seed_commitment, word_commitment
from paigow.table.deal.words import CloseWords, CommitWord, MixBeacon, OpenWord
from paigow.table.editions import AdoptEdition
from paigow.table.engine import decide
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Table

BY_ITSELF: Final[tuple[type[Command], ...]] = (
    PublishCommitment,
    CloseWords,
    MixBeacon,
    FixOrder,
    PublishSeed,
    CommitSeed,
    RevealSeed,
    AdoptEdition,
)
"""Commands of the dealer that only the floor itself gives, between those of a person."""
NONCE_BYTES: Final = 12
NUMBER_BYTES: Final = 8
"""The round's number is encrypted together with its seed; the first edition stored the seed alone."""
RETRY_SECONDS: Final = 0.25
"""How long to wait before sealing another seed if one couldn't be stored."""
OPENING_SECONDS: Final = 2.0
"""How long clients have to open their words after "no more bets" (R97)."""

_log = logging.getLogger("paigow.seeds")


class SeedVault:
    """Seals and opens the seeds of rounds."""

    def __init__(self, database: Database, key: bytes, beacon: BeaconSource | None = None) -> None:
        self._database = database
        self.beacon = beacon
        """What is mixed into every round committed from now on, if anything."""
        self._cipher = AESGCM(derived_key(key, "seeds"))
        self._bots = derived_key(key, "words of bots")
        self.whims = secrets.token_bytes(SEED_BYTES)
        """What bots choose by: never a round's seed, which must stay unknown until its words close."""
        self._open: dict[tuple[str, str], bytes] = {}

    def seal(self, table: str, number: int) -> str:
        """Pick a round's seed, store it encrypted, and return what can be published. Waits for the disk."""
        seed = secrets.token_bytes(SEED_BYTES)
        commitment = seed_commitment(table, number, seed)
        nonce = secrets.token_bytes(NONCE_BYTES)
        plain = seed + number.to_bytes(NUMBER_BYTES, "big")
        sealed = nonce + self._cipher.encrypt(nonce, plain, _bound_to(table, commitment))
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

    def bot_word(self, table: str, number: int, person: str) -> tuple[str, bytes]:
        """A bot's word and its random bytes: any process of the floor can derive them, nobody else."""
        made = hmac.digest(self._bots, hashed(table, number, person), "sha256")
        return made[:SALT_BYTES].hex(), made[SALT_BYTES:]

    def forget(self, table: str, commitment: str) -> None:
        """A revealed seed is in the journal and no longer needed here."""
        self._open.pop((table, commitment), None)

    def _opened(self, table: str, commitment: str) -> bytes:
        sql = "SELECT sealed FROM seeds WHERE table_id = ? AND commitment = ?"
        rows = self._database.rows(sql, table, commitment)
        if not rows:
            raise BadInput(f"there is no stored seed for {commitment[:12]}…")
        return _unsealed(self._cipher, table, commitment, bytes(rows[0][0]))[:SEED_BYTES]


def _unsealed(cipher: AESGCM, table: str, commitment: str, sealed: bytes) -> bytes:
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return cipher.decrypt(nonce, rest, _bound_to(table, commitment))
    except (InvalidTag, ValueError):
        raise BadInput(
            "the floor's key can't decrypt its seeds",
            allowed="restore the key file together with the store",
        ) from None


def spoiled_seeds(database: Database, key: bytes) -> Iterator[AuditFinding]:
    """Stored seeds that the key can't open, or that don't match their commitment."""
    known = fact(database, KEY)
    if known is not None and known != fingerprint(key):
        yield AuditFinding("floor", 0, f"this key is {fingerprint(key)}, but the floor's is {known}")
    cipher = AESGCM(derived_key(key, "seeds"))
    with database.reading() as moment:
        for table, commitment, sealed in moment.each("SELECT table_id, commitment, sealed FROM seeds"):
            try:
                fits = _binds(table, _unsealed(cipher, table, commitment, bytes(sealed))) == commitment
            except (BadInput, TypeError):
                fits = False
            if not fits:
                problem = f"the seed of {str(commitment)[:12]}… was changed, or the key is another floor's"
                yield AuditFinding(str(table), 0, problem)


def _binds(table: str, plain: bytes) -> str:
    """What was published for a stored seed: with its round or, by the first edition, for the seed alone."""
    seed, number = plain[:SEED_BYTES], plain[SEED_BYTES:]
    if not number:
        return first_commitment(seed)
    return seed_commitment(table, int.from_bytes(number, "big"), seed)


def _bound_to(table: str, commitment: str) -> bytes:
    """A sealed seed can be opened at its own place only."""
    return f"{table}/{commitment}".encode()


class Unsealed:
    """Without a committed seed, nothing can be drawn. Players still choose."""

    def __init__(self, whims: bytes) -> None:
        self._whims = Chance(whims)

    def order(self, _rules: Rules, _table: Table) -> Pieces:
        raise AssertionError("an order is drawn from a committed seed")

    def dice(self, _table: Table) -> tuple[int, int, int]:
        raise AssertionError("dice are drawn from a committed seed")

    def number(self, _table: Table, _name: str, _first: int, _last: int) -> int:
        raise AssertionError("a number is drawn from a committed seed")

    def whim(self, table: Table, label: str, first: int, last: int) -> int:
        return self._whims.whim(table, label, first, last)


class SealedChance:
    """Commits, closes, draws, and publishes for one table."""

    def __init__(self, host: TableHost, vault: SeedVault) -> None:
        self._host = host
        self._vault = vault
        host.redraw = self._filled_at
        self._sealing: asyncio.Future[tuple[int, str]] | None = None
        self._reading: asyncio.Future[tuple[int, str]] | None = None
        self._listed: tuple[str | None, float] = (None, 0.0)
        """The commitment whose words are being opened, and since when."""
        self._warned: str | None = None

    def now(self) -> Chance | FirstChance | Unsealed:
        """What draws now."""
        return self._at(self._host.table)

    def _at(self, table: Table) -> Chance | FirstChance | Unsealed:
        name = self._host.record.id
        if table.seal.commitment is not None:
            return FirstChance(first_mix(self._vault.open(name, table.seal.commitment), table.seal.words))
        commitment = table.drawing.commitment
        if commitment is None:
            return Unsealed(self._vault.whims)
        return Chance(self._vault.open(name, commitment), self._vault.whims)

    def _filled_at(self, table: Table, command: Command) -> Command:
        """A command with its randomness from the seed; raises Refused while nothing can be drawn."""
        if not is_drawn(table, command):
            return command
        try:
            chance = self._at(table)
            if isinstance(chance, Unsealed):
                raise Refused(Reason.PENDING, "This round has no committed seed yet.", CITES)
            return drawn(self._host.rules, table, command, chance)
        except Refused:
            self._refuse_out_of_turn(table, command)
            raise

    def _refuse_out_of_turn(self, table: Table, command: Command) -> None:
        """Somebody who acts out of turn gets the regulation's reason, not the draw's."""
        try:
            decide(self._host.rules, table, command)
        except Refused as refused:
            if refused.reason in (Reason.NOT_YOURS, Reason.WRONG_STEP):
                raise

    def due(self) -> Command | None:
        """The floor's next step for a round's randomness, before anything else; None if there is none.

        Publish the last seed, commit the next, close the words, fix the order.
        """
        table, name = self._host.table, self._host.record.id
        if table.seal.commitment is not None and may_reveal(table):
            return RevealSeed(by=DEALER, seed=self._vault.open(name, table.seal.commitment).hex())
        if may_publish(table):
            return PublishSeed(by=DEALER, seed=self._vault.open(name, table.drawing.commitment or "").hex())
        if may_commit(table):
            return self._commit() if any(table.chairs) else None
        if self.seconds_to_open == 0.0:
            return CloseWords(by=DEALER, at=int(time.time()))
        if table.drawing.awaits_beacon:
            return self._mix_beacon(table.drawing)
        if is_order_due(table):
            return self._filled_at(table, FixOrder(by=DEALER, pieces=()))
        return None

    @property
    def seconds_to_open(self) -> float | None:
        """How long the round's words can still be opened; None if there are none to wait for."""
        table = self._host.table
        chance = table.drawing
        if not is_committed(table) or not chance.listed or chance.closed:
            return None
        if self._listed[0] != chance.commitment:
            self._listed = (chance.commitment, time.monotonic())
        if not chance.unopened:
            return 0.0
        return max(0.0, self._listed[1] + OPENING_SECONDS - time.monotonic())

    def bot_word(self, bot: str) -> CommitWord | OpenWord | None:
        """What a bot's client does for its word now: commits with its wager, opens when bets are closed."""
        table = self._host.table
        chance = table.drawing
        if not is_committed(table) or chance.closed:
            return None
        mine = next((each for each in chance.words if each.person == bot), None)
        if mine is None:
            wagered = table.bets_open and any(wager.person == bot for wager in table.wagers)
            if not wagered or chance.listed:
                return None
            word, salt = self._vault.bot_word(chance.table, chance.number, bot)
            return CommitWord(
                by=bot, commitment=word_commitment(chance.table, chance.number, bot, word, salt)
            )
        if not chance.listed or mine.word is not None:
            return None
        word, salt = self._vault.bot_word(chance.table, chance.number, bot)
        return OpenWord(by=bot, word=word, salt=salt.hex())

    @property
    def missing(self) -> bool:
        """Whether a seed has to be committed before the dealer can continue."""
        return may_commit(self._host.table) and any(self._host.table.chairs)

    def _commit(self) -> Command | None:
        """Store a seed, which waits for the disk; the commitment follows a moment later."""
        if self._sealing is None:
            self._sealing = asyncio.get_running_loop().create_task(self._sealed(self._host.table.round + 1))
        if not self._sealing.done():
            return None
        number, commitment = self._sealing.result()
        self._sealing = None
        if number != self._host.table.round + 1:
            return self._commit()
        source = self._vault.beacon
        return PublishCommitment(
            by=DEALER,
            commitment=commitment,
            table=self._host.record.id,
            beacon=None if source is None else source.beacon,
        )

    def _mix_beacon(self, chance: RoundChance) -> Command | None:
        """Wait for the round named in the closed list: nothing is drawn without it (R98)."""
        source, number = self._vault.beacon, chance.beacon_round
        if source is None or source.beacon != chance.beacon or number is None:
            if self._warned != chance.commitment:
                self._warned = chance.commitment
                _log.error("table %s waits for a beacon that this server doesn't have", self._host.record.id)
            return None
        if self._reading is None:
            self._reading = asyncio.get_running_loop().create_task(source.wait_for(number))
        if not self._reading.done():
            return None
        read, signature = self._reading.result()
        self._reading = None
        return MixBeacon(by=DEALER, round=read, signature=signature) if read == number else None

    async def _sealed(self, number: int) -> tuple[int, str]:
        """In another thread, and with retries while the store is away: without a seed a table is stuck."""
        name = self._host.record.id
        while True:
            try:
                return number, await asyncio.to_thread(self._vault.seal, name, number)
            except StoreUnavailable as away:
                _log.warning("table %s: couldn't store a seed: %s", name, away.where or away.problem)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:  # noqa: BLE001 - a database has many ways to be away
                _log.exception("table %s: couldn't store a seed", name)
                await asyncio.sleep(RETRY_SECONDS)

    @property
    def pending(self) -> asyncio.Future[tuple[int, str]] | None:
        """A seed being stored, or an awaited beacon: those who wait look again when it is ready."""
        return self._sealing or self._reading
