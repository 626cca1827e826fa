"""The conditions on lines of a card dealer's script: methods in use, wagers offered, decks. Not the lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from paigow.table.card_rules import MACHINES
from paigow.table.deal.card_methods import methods
from paigow.table.deal.card_shuffling import is_preshuffled
from paigow.table.house.card_opening import is_fresh
from paigow.table.rules import TableRules
from paigow.table.said.script_words import Scene

__all__ = ["CARD_CONDITIONS", "CARD_OFFERS"]

DEALING: Final = ("manual-shoe", "hand", "automated-shoe", "stacks")
SHUFFLING: Final = ("hand", "shuffler", "shuffler-into-shoe", "reshuffling-device")
STARTING: Final = ("shaker", "generator", "flat-button")


def _now(what: str, method: str) -> Callable[[Scene], bool]:
    return lambda scene: getattr(methods(scene.rules, scene.table), what) == method


def _ever(what: str, method: str) -> Callable[[TableRules], bool]:
    return lambda rules: method in rules.cards.every(what)


_METHODS: Final = (
    *((f"dealt from {method}", "dealing", method) for method in DEALING),
    *((f"shuffled by {method}", "shuffling", method) for method in SHUFFLING),
    *((f"started by {method}", "starting", method) for method in STARTING),
)
CARD_CONDITIONS: Final[Mapping[str, Callable[[Scene], bool]]] = {
    **{name: _now(what, method) for name, what, method in _METHODS},
    "two decks": lambda scene: len(scene.rules.cards.backs) > 1,
    "two jokers": lambda scene: scene.rules.cards.jokers_supplied > 1,
    "new decks": lambda scene: is_fresh(scene.table),
    "both new": lambda scene: sum(deck.fresh for deck in scene.table.cards.decks) > 1,
    "no new decks": lambda scene: not is_fresh(scene.table),
    "first round": lambda scene: scene.table.between.start_of_game,
    "later round": lambda scene: not scene.table.between.start_of_game,
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
    "spare to rack": lambda scene: scene.rules.cards.spare_cover_card == "discard-rack",
    "spare above four": lambda scene: scene.rules.cards.spare_cover_card == "four-from-the-bottom",
    "optional wagers": lambda scene: bool(scene.rules.optional),
    "several optional wagers": lambda scene: len(scene.rules.optional) > 1,
    "kept for envy": lambda scene: scene.words.get("kept_for_envy") == "yes",
    "not kept": lambda scene: scene.words.get("kept_for_envy") == "no",
    "by sign": lambda scene: scene.words.get("sign") == "yes",
    "by cover": lambda scene: scene.words.get("sign") == "no",
    "fortune": lambda scene: scene.words.get("kind") == "fortune",
    "emperors": lambda scene: scene.words.get("kind") == "emperors",
    "insurance": lambda scene: scene.words.get("kind") == "insurance",
    "from the cage": lambda scene: scene.words.get("payer") == "cage",
    "from the tray": lambda scene: scene.words.get("payer") == "inventory",
    "envy offered": lambda scene: bool({"fortune", "emperors"} & set(scene.rules.optional)),
}
CARD_OFFERS: Final[Mapping[str, Callable[[TableRules], bool]]] = {
    **{name: _ever(what, method) for name, what, method in _METHODS},
    "two decks": lambda rules: len(rules.cards.backs) > 1,
    "two jokers": lambda rules: rules.cards.jokers_supplied > 1,
    "kept deck": lambda rules: len(rules.cards.backs) > 1,
    "idle deck": lambda rules: len(rules.cards.backs) == 1 and rules.cards.shuffling in MACHINES,
    "preshuffled": lambda rules: rules.cards.preshuffled,
    "come shuffled": lambda rules: rules.cards.preshuffled,
    "to be inspected": lambda rules: not rules.cards.preshuffled,
    "both new": lambda rules: len(rules.cards.backs) > 1,
    "spare to rack": lambda rules: rules.cards.spare_cover_card == "discard-rack",
    "spare above four": lambda rules: rules.cards.spare_cover_card == "four-from-the-bottom",
    "optional wagers": lambda rules: bool(rules.optional),
    "several optional wagers": lambda rules: len(rules.optional) > 1,
    "fortune": lambda rules: "fortune" in rules.optional,
    "emperors": lambda rules: "emperors" in rules.optional,
    "insurance": lambda rules: "insurance" in rules.optional,
    "envy offered": lambda rules: bool({"fortune", "emperors"} & set(rules.optional)),
}
"""Of these, the ones that a table's own rules decide, whatever happens at it."""
