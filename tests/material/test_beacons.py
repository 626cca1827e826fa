"""A beacon's signatures: drand's own published round, rounds signed with a key of ours, and forgeries."""

from __future__ import annotations

from hashlib import sha256

import pytest

from paigow.faults import BadInput
from paigow.material import beacons
from paigow.material.beacons import ON_G1, ON_G2, SCHEMES, is_signed
from tests.beacon import QUICKNET, public_key, signature
from tests.rules import rule

ROUND_1000 = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""Round 1000 of drand's quicknet, as its nodes publish it, with its randomness."""
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


@rule("R98")
def test_a_round_that_drand_published_is_signed_and_gives_its_randomness() -> None:
    assert is_signed(QUICKNET.public_key, QUICKNET.scheme, 1000, ROUND_1000)
    assert not is_signed(QUICKNET.public_key, QUICKNET.scheme, 1001, ROUND_1000)
    assert sha256(bytes.fromhex(ROUND_1000)).hexdigest() == RANDOMNESS


@rule("R98")
@pytest.mark.parametrize("scheme", SCHEMES)
def test_only_the_key_that_is_named_signs(scheme: str) -> None:
    signed = signature(scheme, 7)
    assert is_signed(public_key(scheme), scheme, 7, signed)
    assert not is_signed(public_key(scheme), scheme, 8, signed)
    other = QUICKNET.public_key if scheme == ON_G1 else "00" * 48
    assert not is_signed(other, scheme, 7, signed)


@rule("R98")
@pytest.mark.parametrize("wrong", ["", "zz", "00" * 48, "ff" * 48, "c0" + "00" * 47, "ab" * 96])
def test_what_is_no_point_of_the_curve_is_no_signature(wrong: str) -> None:
    assert not is_signed(public_key(ON_G1), ON_G1, 7, wrong)
    assert not is_signed(wrong, ON_G1, 7, signature(ON_G1, 7))


def test_an_unknown_scheme_or_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="the beacon scheme 'chained'"):
        is_signed("", "chained", 1, "")
    monkeypatch.setattr(beacons, "find_spec", lambda _name: None)
    with pytest.raises(BadInput, match="can't be checked"):
        is_signed(public_key(ON_G2), ON_G2, 7, signature(ON_G2, 7))
