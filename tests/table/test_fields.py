"""The values that `legal` tries are declared on each field of a command, not in a list of names."""

from __future__ import annotations

from typing import get_args

from msgspec import NODEFAULT
from msgspec.structs import fields

from paigow.table.acts import Command
from paigow.table.engine import COMMANDS
from paigow.table.fields import Domains, plain_type
from paigow.table.text.phrases import tag_of

TOLD_BY_THE_SERVER = set(
    """
    commit-seed.commitment add-words.words reveal-seed.seed adopt-edition.edition
    publish-commitment.commitment publish-commitment.table publish-seed.seed fix-order.pieces
    commit-word.commitment open-word.word open-word.salt mix-beacon.round mix-beacon.signature
    """.split()
)
"""Nobody picks these from a list of options."""
BESIDE_WHAT_WAS_DUE = {"correct-payment.handed"}
"""Its bounds are around what each wager won: `legal.correction_options`."""


def _declared(kind: type[Command]) -> dict[str, list[Domains]]:
    return {
        field.name: [each for each in get_args(field.type) if isinstance(each, Domains)]
        for field in fields(kind)
    }


def test_every_field_that_must_be_filled_in_says_with_what() -> None:
    """A command with a field without a domain would be missing from the options of players and dealers."""
    silent = {
        f"{tag_of(kind)}.{field.name}"
        for kind in COMMANDS
        for field in fields(kind)
        if field.name != "by"
        and field.default is NODEFAULT
        and field.type is not bool
        and not _declared(kind)[field.name]
    }
    assert silent == TOLD_BY_THE_SERVER | BESIDE_WHAT_WAS_DUE


def test_no_field_has_two_domains_and_its_type_is_plain_below() -> None:
    for kind in COMMANDS:
        for name, domains in _declared(kind).items():
            assert len(domains) <= 1, (kind, name)
        for field in fields(kind):
            assert not any(isinstance(each, Domains) for each in get_args(plain_type(field.type)))
