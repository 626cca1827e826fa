"""The questions for a player at the terminal, and what the answers mean. Not whether they are allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paigow.cli.table_text import drawn, pieces_named, setting_told, settings_of
from paigow.faults import BadInput, suggestion
from paigow.material.cards import parse_card
from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.bank.bank_setting import SetBankHand
from paigow.table.bank.banking import AcceptBank, PassBank
from paigow.table.bank.covering import DirectDealerWager
from paigow.table.bank.stacks import ChooseDelivery, Cut, CutStacks, DeclineCut
from paigow.table.bets.areas import next_to_set, setter_of
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.card_cutting import CutCards, PassCut
from paigow.table.deal.commitments import FEWEST, MOST
from paigow.table.deal.dice import ShakeDice
from paigow.table.game import hand_name
from paigow.table.hands.setting import AskHelp, SetHand
from paigow.table.hands.surrender import Surrender, may_surrender
from paigow.table.irregularities.reports import ChooseAfterExposure
from paigow.table.state import Step, Table
from paigow.table.text.script_words import style_name
from paigow.table.text.values import amount
from paigow.wagers.money import Cents, money, parse_money

Split = tuple[Pieces, Pieces]
DEALERS = "dealer"
"""How a bank refers to the dealer's wager in an answer."""


@dataclass(frozen=True, slots=True)
class PromptChoice:
    """An answer to pick instead of type: its label, and the equivalent text."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its text, the prompt, and the commands an answer means; no commands passes."""

    shown: tuple[str, ...]
    prompt: str
    answer: Callable[[str], tuple[Command, ...]]
    choices: tuple[PromptChoice, ...]
    """Answers to pick from; Enter means the first."""
    title: str
    verb: str
    """The question and its main button on a screen."""
    once: bool = False
    """Whether any accepted answer closes the question."""
    typed: str = ""
    """What else can be typed, with an example; empty if the choices are complete."""
    splits: tuple[Split, ...] = ()
    """The two hands, low and high, that each choice makes."""


@dataclass(frozen=True, slots=True)
class PromptContext:
    """Who is asked, at which table, and the dice that would be rolled."""

    rules: Rules
    table: Table
    person: str
    dice: tuple[int, int, int]
    last_bet: int
    drawing: bool


def question(seat: PromptContext) -> Asked | None:
    """The player's current question, if any."""
    if seat.table.choosing:
        return _void_or_play(seat)
    ask = _QUESTIONS.get(seat.table.step)
    return ask(seat) if ask else None


def _yes(answer: str) -> bool:
    word = answer.casefold()
    if word in ("y", "yes"):
        return True
    if word in ("", "n", "no"):
        return False
    raise BadInput(f"{answer!r} is neither yes nor no", allowed="answer y or n")


def _numbered(answer: str, count: int) -> int:
    if not answer.isdigit() or not 1 <= int(answer) <= count:
        problem = f"{answer!r} is not one of them" if answer else "nothing is chosen yet"
        raise BadInput(problem, allowed=f"enter a number from 1 to {count}")
    return int(answer) - 1


def _void_or_play(seat: PromptContext) -> Asked | None:
    own = [position for position in seat.table.choosing if setter_of(seat.table, position) == seat.person]
    if not own:
        return None

    def answer(text: str) -> tuple[Command, ...]:
        play_on = not _yes(text)
        return (ChooseAfterExposure(by=seat.person, position=own[0], play_on=play_on),)

    piece = "tiles" if seat.rules.is_tiles else "cards"
    return Asked(
        (),
        f"One of your {piece} was exposed. Void the hand and take back the bet? [y/N]",
        answer,
        (PromptChoice("Play on", "n"), PromptChoice("Void the hand and take back the bet", "y")),
        f"One of your {piece} was exposed",
        "Confirm",
    )


def _bank(seat: PromptContext) -> Asked:
    shared = seat.rules.banking.co_banking

    def answer(text: str) -> tuple[Command, ...]:
        if text.casefold() in ("c", "co", "half") and shared:
            return (AcceptBank(by=seat.person, co_bank=True),)
        return (AcceptBank(by=seat.person) if _yes(text) else PassBank(by=seat.person),)

    choices = "[y/N, or c to co-bank with the house]" if shared else "[y/N]"
    half = (PromptChoice("Co-bank with the house, half each", "c"),) if shared else ()
    return Asked(
        (),
        f"Will you bank this round? {choices}",
        answer,
        (PromptChoice("Pass", "n"), PromptChoice("Take the bank", "y"), *half),
        "Will you bank this round?",
        "Confirm",
    )


def _bets(seat: PromptContext) -> Asked | None:
    table, person = seat.table, seat.person
    position = table.position_of(person)
    if position is None:
        return None
    if table.bank is not None and table.bank.person == person:
        return _bank_bets(seat, position, co_banked=table.bank.co_banked)
    limit = seat.rules.wagers["main"]
    others = [kind for kind in seat.rules.wagers if kind != "main"]
    shown = [f"You have {money(Cents(table.rack(person)))}."]
    if others:
        shown.append(f"Add side bets after it, such as `25 {others[0]} 5`: {', '.join(others)}.")

    def answer(text: str) -> tuple[Command, ...]:
        words = text.split() or [amount(seat.last_bet)]
        return _wagers(seat, position, words)

    default = f", Enter for {money(Cents(seat.last_bet))}" if seat.last_bet else ""
    prompt = f"Your bet, {money(Cents(limit.least))} to {money(Cents(limit.most))}, 0 to sit out{default}"
    example = f", such as 25 {others[0]} 5" if others else ", such as 25"
    return Asked(
        tuple(shown),
        prompt,
        answer,
        _bet_choices(seat, limit.least, limit.most),
        f"Your bet, {money(Cents(limit.least))} to {money(Cents(limit.most))}",
        "Bet",
        typed=f"An amount, then side bets{example}" if others else f"An amount{example}",
    )


def _bet_choices(seat: PromptContext, least: int, most: int) -> tuple[PromptChoice, ...]:
    """The last bet first, then the minimum and multiples of it that the chips and the limits allow."""
    top = min(most, seat.table.rack(seat.person))
    amounts = dict.fromkeys((seat.last_bet or least, *(least * times for times in (1, 2, 5, 10))))
    able = [each for each in amounts if least <= each <= top]
    bets = (PromptChoice(f"Bet {money(Cents(each))}", amount(each)) for each in able)
    return (*bets, PromptChoice("Sit this one out", "0"))


def _bank_bets(seat: PromptContext, position: int, *, co_banked: bool) -> Asked | None:
    """A bank makes no main wager, but can make others, and can keep the dealer's wager against it small."""
    others = [kind for kind in seat.rules.wagers if kind != "main"]
    if co_banked and not others:
        return None

    def answer(text: str) -> tuple[Command, ...]:
        named = _pairs(text.split())
        most = [parse_money(chips) for kind, chips in named if kind == DEALERS and not co_banked]
        own = [pair for pair in named if co_banked or pair[0] != DEALERS]
        lets = (DirectDealerWager(by=seat.person, most=amount) for amount in most)
        return (*_other_wagers(seat, position, own), *lets)

    shown = [f"You bank, and have {money(Cents(seat.table.rack(seat.person)))}."]
    if others:
        shown.append(f"Your own side bets, such as `{others[0]} 5`: {', '.join(others)}.")
    if not co_banked:
        shown.append(f"`{DEALERS} 10` lets the dealer bet up to 10.00 against you, `{DEALERS} 0` nothing.")
    return Asked(
        tuple(shown),
        "Your bets as the banker, Enter for none",
        answer,
        (PromptChoice("No bets of my own", ""),),
        "You bank this round",
        "Continue",
        once=True,
        typed=" ".join(shown[1:]),
    )


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    if len(words) % 2:
        raise BadInput(f"{words[-1]!r} has no amount", allowed="write a kind and an amount, such as match 5")
    return list(zip(words[::2], words[1::2], strict=True))


def _wagers(seat: PromptContext, position: int, words: list[str]) -> tuple[Command, ...]:
    main, *rest = words
    others = _other_wagers(seat, position, _pairs(rest))
    if main == "0":
        return others
    return (PlaceWager(by=seat.person, position=position, chips=parse_money(main)), *others)


def _other_wagers(seat: PromptContext, position: int, named: list[tuple[str, str]]) -> tuple[Command, ...]:
    for kind, _ in named:
        if kind not in seat.rules.wagers:
            raise BadInput(f"there is no wager {kind!r}", allowed=suggestion(kind, seat.rules.wagers))
    return tuple(
        PlaceWager(by=seat.person, position=position, kind=kind, chips=parse_money(chips))
        for kind, chips in named
    )


def _cut(seat: PromptContext) -> Asked:
    return _cut_stacks(seat) if seat.rules.is_tiles else _cut_cards(seat)


def _cut_cards(seat: PromptContext) -> Asked:
    def answer(text: str) -> tuple[Command, ...]:
        if not text:
            return (PassCut(by=seat.person),)
        if not text.isdigit():
            raise BadInput(
                f"{text!r} is not a number of cards",
                allowed=f"enter a number from {FEWEST} to {MOST}, or press Enter to pass",
            )
        return (CutCards(by=seat.person, depth=int(text)),)

    prompt = f"Will you cut? After how many cards, {FEWEST} to {MOST}, Enter to pass"
    return Asked(
        (),
        prompt,
        answer,
        (PromptChoice("Pass the cut", ""), PromptChoice("Cut in the middle", str((FEWEST + MOST) // 2))),
        "Will you cut the cards?",
        "Confirm",
        typed=f"After how many cards, {FEWEST} to {MOST}",
    )


def _cut_stacks(seat: PromptContext) -> Asked:
    shown = (
        "Eight stacks, 1 to 8 from the dealer's right. `2-4 right` takes stacks 2 to 4 to the right end;",
        "`2-5 right 1` sends the first one of stacks 2 to 5 to the right and the others to the left.",
    )

    def answer(text: str) -> tuple[Command, ...]:
        if not text:
            return (DeclineCut(by=seat.person),)
        return (CutStacks(by=seat.person, cut=_read_cut(text)),)

    return Asked(
        shown,
        "Your cut, Enter for none",
        answer,
        (PromptChoice("No cut", ""), PromptChoice("Stacks 2 to 4 to the right end", "2-4 right")),
        "Will you cut the stacks?",
        "Confirm",
        typed="Stacks and an end, such as 2-4 right, or 2-5 right 1",
    )


def _read_cut(text: str) -> Cut:
    words = text.replace("-", " ").split()
    numbers = [int(word) for word in words if word.isdigit()]
    ends = [word for word in words if word in ("right", "left")]
    if len(ends) != 1 or len(numbers) + 1 != len(words) or not 1 <= len(numbers) <= 3:
        raise BadInput(f"{text!r} is not a cut", allowed="write it like 2-4 right, or 2-5 right 1")
    first, last, split = (*numbers, *(numbers * (len(numbers) == 1)), 0)[:3]
    return Cut(first, last, ends[0], split)


def _style(seat: PromptContext) -> Asked:
    styles = seat.rules.banking.deliveries

    def answer(text: str) -> tuple[Command, ...]:
        style = styles[_numbered(text or "1", len(styles))]
        return (ChooseDelivery(by=seat.person, style=style),)

    shown = tuple(f"  {number}  {style_name(style)}" for number, style in enumerate(styles, start=1))
    choices = tuple(
        PromptChoice(style_name(style), str(number)) for number, style in enumerate(styles, start=1)
    )
    prompt = f"Your delivery, 1 to {len(styles)}, Enter for the first"
    return Asked(shown, prompt, answer, choices, "Choose a delivery style", "Confirm")


def _shake(seat: PromptContext) -> Asked:
    return Asked(
        (),
        "Press Enter to shake the dice",
        lambda _text: (ShakeDice(by=seat.person, dice=seat.dice),),
        (PromptChoice("Shake the dice", ""),),
        "Your shake",
        "Shake",
    )


def _setting(seat: PromptContext) -> Asked | None:
    position = next_to_set(seat.rules, seat.table, seat.person)
    if position is None:
        return None
    pieces = seat.table.hands[position].pieces

    def answer(text: str) -> tuple[Command, ...]:
        if text.casefold() in ("h", "help"):
            return (AskHelp(by=seat.person, position=position),)
        foul = text.startswith("foul ")
        low = _chosen_low(seat, pieces, choices, text.removeprefix("foul "))
        return (SetHand(by=seat.person, position=position, low=low, confirmed=foul),)

    choices = settings_of(pieces, seat.rules.wheel)
    more = "" if seat.rules.is_tiles else ", or the low cards by name"
    more += ", h to see the house way" if seat.rules.help.house_way else ""
    return Asked(
        _hand_shown(seat, position, choices),
        f"Your setting, 1 to {len(choices)}{more}",
        answer,
        _split_choices(seat, choices),
        f"Split your {'four tiles' if seat.rules.is_tiles else 'seven cards'}: high / low",
        "Set",
        typed="" if seat.rules.is_tiles else "The two low cards, such as Kd 9c",
        splits=tuple(choices),
    )


def _bank_setting(seat: PromptContext) -> Asked | None:
    bank = seat.table.bank
    if bank is None or bank.person != seat.person or bank.co_banked:
        return None
    pieces = seat.table.hands[bank.position].pieces
    choices = settings_of(pieces, seat.rules.wheel)

    def answer(text: str) -> tuple[Command, ...]:
        return (SetBankHand(by=seat.person, low=_chosen_low(seat, pieces, choices, text)),)

    shown = _hand_shown(seat, bank.position, choices)
    return Asked(
        shown,
        f"Your setting as the banker, 1 to {len(choices)}",
        answer,
        _split_choices(seat, choices),
        "Split your hand as the banker: high / low",
        "Set",
        splits=tuple(choices),
    )


def _split_choices(seat: PromptContext, splits: list[Split]) -> tuple[PromptChoice, ...]:
    names = ([hand_name(half, seat.rules.wheel) for half in (high, low)] for low, high in splits)
    return tuple(PromptChoice(" / ".join(each), str(number)) for number, each in enumerate(names, start=1))


def _chosen_low(seat: PromptContext, pieces: Pieces, choices: list[Split], text: str) -> Pieces:
    """The low hand an answer means: by its number or, for cards, by its cards."""
    if seat.rules.is_tiles or text.isdigit() or not text:
        return choices[_numbered(text, len(choices))][0]
    named = tuple(str(parse_card(word)) for word in text.split())
    if strange := [card for card in named if card not in pieces]:
        raise BadInput(f"{strange[0]} is not in your hand", allowed=f"choose from {' '.join(pieces)}")
    return named


def _hand_shown(seat: PromptContext, position: int, choices: list[Split]) -> tuple[str, ...]:
    pieces = seat.table.hands[position].pieces
    told = (setting_told(*choice, seat.rules.wheel) for choice in choices)
    kind = "tiles" if seat.rules.is_tiles else "cards"
    return (
        f"Your {kind} at position {position}: {pieces_named(pieces, seat.rules)}",
        *(drawn(pieces, seat.rules) if seat.drawing else ()),
        "Low / high:",
        *(f"  {number:>2}  {setting}" for number, setting in enumerate(told, start=1)),
    )


def _surrender(seat: PromptContext) -> Asked | None:
    spots = [wager.position for wager in seat.table.wagers if wager.person == seat.person]
    open_spots = [
        spot for spot in dict.fromkeys(spots) if may_surrender(seat.rules, seat.table, seat.person, spot)
    ]
    if not open_spots:
        return None

    def answer(text: str) -> tuple[Command, ...]:
        return (Surrender(by=seat.person, position=open_spots[0]),) if _yes(text) else ()

    return Asked(
        (),
        f"Surrender position {open_spots[0]} and lose the bet without a comparison? [y/N]",
        answer,
        (
            PromptChoice("Play the hand", "n"),
            PromptChoice("Surrender: lose the bet without a comparison", "y"),
        ),
        f"Surrender position {open_spots[0]}?",
        "Confirm",
    )


_QUESTIONS: dict[Step, Callable[[PromptContext], Asked | None]] = {
    Step.OFFER: _bank,
    Step.BETS: _bets,
    Step.CUT: _cut,
    Step.STYLE: _style,
    Step.SHAKE: _shake,
    Step.PLAYER_SHAKE: _shake,
    Step.SETTING: _setting,
    Step.BANK_SETTING: _bank_setting,
    Step.EXPOSE: _surrender,
    Step.EXPOSE_BANK: _surrender,
    Step.OPTIONAL: _surrender,
}
