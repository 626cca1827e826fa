"""A public drand beacon read over HTTP, with its signatures checked. Mixing it in is in `seeds`."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from paigow.faults import BadInput
from paigow.material.beacons import is_signed, require_scheme
from paigow.table.chance_state import Beacon

TIMEOUT: Final = 5.0
RETRY_SECONDS: Final = 0.5
LARGEST_ANSWER: Final = 65_536

_log = logging.getLogger("paigow.beacon")


class BeaconSource:
    """One beacon at an address: its identity, and what it publishes."""

    def __init__(self, address: str) -> None:
        """Ask the beacon for its identity; raises BadInput if that fails or can't be verified."""
        if urlsplit(address).scheme not in ("http", "https"):
            raise BadInput(
                f"{address!r} is not the address of a beacon",
                allowed="write it like https://api.drand.sh/CHAIN_HASH",
            )
        self._address = address.rstrip("/")
        try:
            info = self._get("info")
            self.beacon = Beacon(
                public_key=str(info["public_key"]),
                scheme=str(info["schemeID"]),
                genesis=int(info["genesis_time"]),
                period=int(info["period"]),
            )
        except (OSError, KeyError, ValueError, TypeError) as fault:
            raise BadInput(f"the beacon at {address} didn't identify itself: {fault}") from None
        if self.beacon.period < 1:
            raise BadInput(f"the beacon at {address} has a period of {self.beacon.period} seconds")
        require_scheme(self.beacon.scheme)

    def _get(self, path: str) -> Any:
        with urlopen(f"{self._address}/{path}", timeout=TIMEOUT) as answer:  # noqa: S310 - http or https, checked above
            return json.loads(answer.read(LARGEST_ANSWER))

    def _read(self, number: int) -> str | None:
        """The signature of a round; None while it isn't published, or if the key didn't make it."""
        try:
            signature = str(self._get(f"public/{number}")["signature"])
        except HTTPError as early:
            _log.info("beacon round %d: %s", number, early)
            return None
        except (URLError, OSError, KeyError, ValueError, TypeError) as away:
            _log.warning("beacon round %d can't be read: %s", number, away)
            return None
        if not is_signed(self.beacon.public_key, self.beacon.scheme, number, signature):
            _log.error("beacon round %d isn't signed by the beacon's key", number)
            return None
        return signature

    async def wait_for(self, number: int) -> tuple[int, str]:
        """A round's signature once it is published and verified. Retries for as long as it takes."""
        await asyncio.sleep(max(0.0, self.beacon.published_at(number) - time.time()))
        while True:
            if (signature := await asyncio.to_thread(self._read, number)) is not None:
                return number, signature
            await asyncio.sleep(RETRY_SECONDS)
