"""What a floor keeps about a table besides its submission: who may enter, its bots, its pace."""

from __future__ import annotations

import msgspec

__all__ = ["TableSettings", "decode_settings", "encode_settings"]


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings of one table, kept as JSON beside its submission."""

    title: str = ""
    kind: str = "public"
    """`public`, `private` (found by its link alone), `practice` (no clock, with coaching) or `school`
    (the owner deals)."""
    owner: str | None = None
    bots: int = 0
    """How many seats bots fill at most; one is always left free."""
    clock: bool = True
    pace: float = 1.0
    """Times the usual pauses of dealer and bots: 0 plays as fast as it goes."""

    @property
    def listed(self) -> bool:
        return self.kind == "public"


def encode_settings(settings: TableSettings) -> bytes:
    return msgspec.json.encode(settings)


def decode_settings(data: bytes) -> TableSettings:
    return msgspec.json.decode(data or b"{}", type=TableSettings)
