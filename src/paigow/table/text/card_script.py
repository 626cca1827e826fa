"""Conditions on lines of a card dealer's script: methods in use, wagers offered, decks. Not the lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from paigow.books.tables import wagers_of_rows
from paigow.submissions.rules import Rules
from paigow.table.deal.card_methods import MACHINES, every_method, methods
from paigow.table.deal.card_shuffling import is_preshuffled
from paigow.table.hands.card_progress import envy_kinds, open_optional
from paigow.table.house.card_opening import is_fresh
from paigow.table.state import DEALER_PLACE, HandStatus
from paigow.table.text.script_words import Scene

DEALING: Final = ("manual-shoe", "hand", "automated-shoe", "stacks")
SHUFFLING: Final = ("hand", "shuffler", "shuffler-into-shoe", "reshuffling-device")
STARTING: Final = ("shaker", "generator", "flat-button")


def _now(what: str, method: str) -> Callable[[Scene], bool]:
    return lambda scene: getattr(methods(scene.rules, scene.table), what) == method


def _ever(what: str, method: str) -> Callable[[Rules], bool]:
    return lambda rules: method in every_method(rules, what)


def _optional_here(scene: Scene) -> bool:
    """Whether the hand at the line's place was played for an optional wager."""
    return any(
        wager.kind in scene.rules.turns and str(wager.position) == scene.words.get("place_number")
        for wager in scene.table.staked
    )


def _in_play(scene: Scene) -> bool:
    """Whether the line's hand plays on: a surrendered one is shown for envy alone."""
    hand = scene.table.hands.get(int(scene.words.get("position", DEALER_PLACE)))
    return hand is not None and hand.status is not HandStatus.KEPT


def _offered(kind: str) -> Callable[[Rules], bool]:
    return lambda rules: kind in rules.optional


def _kind(kind: str) -> Callable[[Scene], bool]:
    """Whether a line is about such a wager."""
    return lambda scene: scene.words.get("kind") == kind


def _without_envy(kind: str) -> Callable[[Rules], bool]:
    return lambda rules: kind in rules.optional and kind not in rules.envied


def _offered_envy(kind: str) -> Callable[[Rules], bool]:
    return lambda rules: kind in rules.envied


def _kind_without_envy(kind: str) -> Callable[[Scene], bool]:
    return lambda scene: _kind(kind)(scene) and kind not in scene.rules.envied


def _envied(kind: str) -> Callable[[Scene], bool]:
    """Whether hands stay exposed for the envy of a kind of wager."""
    return lambda scene: kind in envy_kinds(scene.rules, scene.table)


def _own(kind: str) -> Callable[[Scene], bool]:
    """Whether the line's hand has such a wager."""
    return lambda scene: any(
        wager.kind == kind and str(wager.position) == scene.words.get("position")
        for wager in scene.table.staked
    )


def _no_own(kind: str) -> Callable[[Scene], bool]:
    return lambda scene: not _own(kind)(scene)


_KINDS: Final = [wager.kind for wager in wagers_of_rows()]
_METHODS: Final = (
    *((f"dealt from {method}", "dealing", method) for method in DEALING),
    *((f"shuffled by {method}", "shuffling", method) for method in SHUFFLING),
    *((f"started by {method}", "starting", method) for method in STARTING),
)
CARD_CONDITIONS: Final[Mapping[str, Callable[[Scene], bool]]] = {
    **{name: _now(what, method) for name, what, method in _METHODS},
    "two decks": lambda scene: len(scene.rules.deck_backs) > 1,
    "two jokers": lambda scene: scene.rules.cards.jokers_supplied > 1,
    "new decks": lambda scene: is_fresh(scene.table),
    "both new": lambda scene: sum(deck.fresh for deck in scene.table.cards.decks) > 1,
    "no new decks": lambda scene: not is_fresh(scene.table),
    "first round": lambda scene: scene.table.between.start_of_game,
    "later round": lambda scene: not scene.table.between.start_of_game,
    "after a round": lambda scene: not scene.table.between.start_of_game and scene.table.cards.dealt,
    "kept deck": lambda scene: (
        bool(scene.table.cards.spread) and any(deck.stored for deck in scene.table.cards.decks)
    ),
    "idle deck": lambda scene: (
        bool(scene.table.cards.spread)
        and methods(scene.rules, scene.table).shuffling in MACHINES
        and not any(deck.stored for deck in scene.table.cards.decks)
    ),
    "face up": lambda scene: scene.words.get("face_up") == "yes",
    "face down": lambda scene: scene.words.get("face_up") == "no",
    "preshuffled": lambda scene: is_preshuffled(scene.rules, scene.table),
    "come shuffled": lambda scene: scene.rules.cards.preshuffled,
    "to be inspected": lambda scene: not scene.rules.cards.preshuffled,
    "spare to rack": lambda scene: scene.rules.cutting.spare_cover_card == "discard-rack",
    "spare above four": lambda scene: scene.rules.cutting.spare_cover_card == "four-from-the-bottom",
    "optional wagers": lambda scene: bool(scene.rules.optional),
    "several optional wagers": lambda scene: len(scene.rules.optional) > 1,
    "optional wagers wait": lambda scene: bool(open_optional(scene.rules, scene.table)),
    "optional here": _optional_here,
    "no optional here": lambda scene: not _optional_here(scene),
    "qualifying wager": lambda scene: bool(scene.table.cards.lammers),
    "hand in play": _in_play,
    "no envy hand": lambda scene: (
        scene.words.get("place_number", "") not in map(str, scene.table.cards.envied)
    ),
    "another number left": lambda scene: scene.words.get("count") != "4",
    "kept for envy": lambda scene: scene.words.get("kept_for_envy") == "yes",
    "racked at once": lambda scene: scene.words.get("kept_for_envy") == "no",
    "by sign": lambda scene: scene.words.get("sign") == "yes",
    "by cover": lambda scene: scene.words.get("sign") == "no",
    "from the cage": lambda scene: scene.words.get("payer") == "cage",
    "from the tray": lambda scene: scene.words.get("payer") == "inventory",
    **{kind: _kind(kind) for kind in _KINDS},
    **{f"{kind} without envy": _kind_without_envy(kind) for kind in _KINDS},
    **{f"envy on {kind}": _envied(kind) for kind in _KINDS},
    **{f"own {kind}": _own(kind) for kind in _KINDS},
    **{f"no own {kind}": _no_own(kind) for kind in _KINDS},
}
CARD_OFFERS: Final[Mapping[str, Callable[[Rules], bool]]] = {
    **{name: _ever(what, method) for name, what, method in _METHODS},
    "two decks": lambda rules: len(rules.deck_backs) > 1,
    "two jokers": lambda rules: rules.cards.jokers_supplied > 1,
    "kept deck": lambda rules: len(rules.deck_backs) > 1,
    "idle deck": lambda rules: len(rules.deck_backs) == 1 and rules.shuffling.method in MACHINES,
    "preshuffled": lambda rules: rules.cards.preshuffled,
    "come shuffled": lambda rules: rules.cards.preshuffled,
    "to be inspected": lambda rules: not rules.cards.preshuffled,
    "both new": lambda rules: len(rules.deck_backs) > 1,
    "spare to rack": lambda rules: rules.cutting.spare_cover_card == "discard-rack",
    "spare above four": lambda rules: rules.cutting.spare_cover_card == "four-from-the-bottom",
    "optional wagers": lambda rules: bool(rules.optional),
    "several optional wagers": lambda rules: len(rules.optional) > 1,
    "optional wagers wait": lambda rules: bool(rules.optional),
    "qualifying wager": lambda rules: bool(rules.envied),
    **{kind: _offered(kind) for kind in _KINDS},
    **{f"{kind} without envy": _without_envy(kind) for kind in _KINDS},
    **{f"envy on {kind}": _offered_envy(kind) for kind in _KINDS},
}
"""The conditions that depend only on a table's own rules."""
