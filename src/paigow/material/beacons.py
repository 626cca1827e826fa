"""Verifies signatures of a public beacon: drand's unchained schemes on BLS12-381. Doesn't fetch them.

A round's signature is over the SHA-256 of its number in eight bytes. The curve is py_ecc's, from the extra
`beacon`. A check takes about a second, so don't run it in an event loop.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, Final, cast

from paigow.faults import BadInput

ON_G1: Final = "bls-unchained-g1-rfc9380"
"""Signatures of 48 bytes and a key of 96: drand's quicknet."""
ON_G2: Final = "pedersen-bls-unchained"
"""Signatures of 96 bytes and a key of 48."""
SCHEMES: Final = (ON_G1, ON_G2)
DOMAINS: Final = {
    ON_G1: b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
    ON_G2: b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
}
_G1_BYTES, _G2_BYTES = 48, 96


def can_check() -> bool:
    """Whether this installation can check signatures."""
    return find_spec("py_ecc") is not None


def require_scheme(scheme: str) -> None:
    """Reject a beacon if this installation can't check its signatures."""
    if scheme not in SCHEMES:
        raise BadInput(f"the beacon scheme {scheme!r} isn't supported", allowed=f"use {' or '.join(SCHEMES)}")
    if not can_check():
        raise BadInput(
            "a beacon's signatures can't be checked",
            allowed="install what it takes with pip install 'paigow[beacon]'",
        )


def message_of(number: int) -> bytes:
    """The message a beacon signs in a round."""
    return sha256(number.to_bytes(8, "big")).digest()


def is_signed(public_key: str, scheme: str, number: int, signature: str) -> bool:
    """Whether a beacon's key signed this round. Bytes that aren't a point on the curve aren't a signature."""
    require_scheme(scheme)
    limit = sys.getrecursionlimit()
    from py_ecc.bls.hash_to_curve import hash_to_G1, hash_to_G2
    from py_ecc.optimized_bls12_381.optimized_curve import G1, G2

    # Importing py_ecc raises the recursion limit, which would let deeply nested input through.
    sys.setrecursionlimit(limit)

    on_g1, hashing = scheme == ON_G1, cast("Any", sha256)
    key = _point(public_key, _G2_BYTES if on_g1 else _G1_BYTES)
    signed = _point(signature, _G1_BYTES if on_g1 else _G2_BYTES)
    if key is None or signed is None:
        return False
    if on_g1:
        return _same(key, hash_to_G1(message_of(number), DOMAINS[scheme], hashing), G2, signed)
    return _same(hash_to_G2(message_of(number), DOMAINS[scheme], hashing), key, signed, G1)


def _point(text: str, size: int) -> Any | None:
    """A point in the right subgroup from its compressed form; None if it isn't one."""
    from py_ecc.bls.g2_primitives import subgroup_check
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    from py_ecc.optimized_bls12_381.optimized_curve import is_inf

    try:
        data = bytes.fromhex(text)
        if len(data) != size:
            return None
        halves = [int.from_bytes(data[at : at + _G1_BYTES], "big") for at in range(0, size, _G1_BYTES)]
        point: Any = decompress_G1(halves[0]) if len(halves) == 1 else decompress_G2(tuple(halves))  # type: ignore[arg-type]
    except (ValueError, AssertionError):
        return None
    return point if not is_inf(point) and subgroup_check(point) else None


def _same(q_one: Any, p_one: Any, q_two: Any, p_two: Any) -> bool:
    """Whether two pairings are equal, with one final exponentiation."""
    from py_ecc.fields import optimized_bls12_381_FQ12 as FQ12
    from py_ecc.optimized_bls12_381.optimized_curve import neg
    from py_ecc.optimized_bls12_381.optimized_pairing import final_exponentiate, pairing

    product = pairing(q_one, p_one, False) * pairing(q_two, neg(p_two), False)
    return bool(final_exponentiate(product) == FQ12.one())
