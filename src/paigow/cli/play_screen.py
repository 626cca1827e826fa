"""The table on a full terminal screen, with keys and mouse. What is asked or done is in `play_session`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rich.table import Table as Grid
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from paigow.cli.play_drawing import drawn_side_by_side, in_groups, seat_lines
from paigow.cli.play_prompts import Asked, PromptChoice, Split
from paigow.cli.play_session import (
    ON_LEAVING,
    Carried,
    TerminalSession,
    ask_again,
    asked_now,
    carry_out,
    explained,
    meant,
    must_settle,
    next_act,
    take_answer,
    would_foul,
)
from paigow.cli.table_text import chips_of, net_of
from paigow.faults import BadInput
from paigow.material.notation import Pieces
from paigow.table.acts import Command
from paigow.table.game import hand_name
from paigow.table.hands.comparing import HandExposed
from paigow.table.hands.setting import AskHelp, HouseWayTold
from paigow.table.state import DEALER_PLACE, Step
from paigow.table.visibility.views import sees
from paigow.wagers.money import Cents, money

PAUSES: Final = {"slow": 0.7, "normal": 0.3, "fast": 0.05}
"""Seconds between two actions of dealer and bots, by pace."""
WHILE_LOOKING: Final = 3
"""How many pauses a hand stays exposed before the next action."""
_HELP: Final = """\
1-9, arrows   pick an answer or a split; the boxes show the two hands
Enter         confirm your pick, or click the button
T             type an answer: side bets, a cut, the two low cards
H             ask for the house way and pick it
R             repeat my bets until I stop
W             why: the last round's effect on my chips, with paragraphs
P             pace: slow, normal, fast
Q             leave the table

--plain plays the game as lines of text, for screen readers."""


PICK_FIRST = "Pick a split first: press its number, use the arrows, or click it. H picks the house way."


def _why_not(carried: Carried) -> str:
    """The sentence of a refusal, if it was one."""
    sentence = "" if carried.refused is None else carried.refused.sentence
    return sentence[:1].upper() + sentence[1:]


def _gained(cents: int) -> str:
    sign = "▲ +" if cents > 0 else "▼ −" if cents < 0 else ""
    return f"{sign}{money(Cents(abs(cents)))}"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The end of a round, shown in place of a question until the person continues."""

    title: str
    verb: ClassVar[str] = "Next"
    choices: ClassVar[tuple[PromptChoice, ...]] = (PromptChoice("Next round", ""),)
    splits: ClassVar[tuple[Split, ...]] = ()
    typed: ClassVar[str] = ""


class Words(ModalScreen[None]):
    """Lines to read, closed by any key."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="words") as box:
            box.border_title = self._title
            box.border_subtitle = "any key to close"
            yield Static(self._text, markup=False)

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class LeaveQuestion(ModalScreen[bool]):
    """Whether to leave a bet behind: Y leaves, any other key stays."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="words") as box:
            box.border_title = "Leave the table?"
            box.border_subtitle = "Y leaves, any other key stays"
            yield Static(ON_LEAVING, markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss(event.key in ("y", "Y"))

    def on_click(self) -> None:
        self.dismiss(False)


class Choices(OptionList):
    """Answers to pick from. A click picks; a second click, or Enter, confirms."""

    def on_click(self, event: events.Click) -> None:
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            self.highlighted = clicked
            event.prevent_default()


class PlayScreen(App[None]):
    """A seat at a table: the hand and the question in the middle, the dealer's script beside or below."""

    TITLE = "paigow"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    CSS_PATH = "play_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "house_way", "House way"),
        Binding("t", "type", "Type"),
        Binding("r", "repeat", "Same bets"),
        Binding("w", "why", "Why"),
        Binding("p", "pace", "Pace"),
        Binding("question_mark", "help", "Help"),
        Binding("q", "quit", "Leave"),
        Binding("escape", "stop_typing", show=False),
        *(Binding(str(number), f"pick({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, session: TerminalSession, *, script: bool, pace: str = "normal") -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        self.repeating = False
        self.asked: Asked | RoundResult | None = None
        self._script = script
        self._brought = chips_of(session.table, session.person)
        self._note = ""
        self._last_dealer = Text()
        self._last_split: tuple[Pieces, Pieces] | None = None
        """The last table of the round: a result is read next to the hands that made it."""

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Horizontal(id="room"):
            with Vertical(id="felt"):
                yield Static(id="dealer")
                yield Static(id="seats")
                with Horizontal(id="middle"):
                    with Horizontal(id="hands"):
                        yield Static(id="high", classes="hand")
                        yield Static(id="low", classes="hand")
                    with Vertical(id="panel"):
                        yield Static(id="question", markup=False)
                        yield Choices(id="choices")
                        yield Input(id="typed")
                        yield Button("Continue", id="primary")
                yield Static(id="note", markup=False)
                yield RichLog(id="lines", wrap=True, min_width=20, max_lines=60)
            with Vertical(id="side"):
                yield RichLog(id="script", wrap=True, min_width=20, max_lines=400)
                yield Static(id="money")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#high").border_title = "HIGH"
        self.query_one("#low").border_title = "LOW"
        self.query_one("#script").border_title = "Dealer's script"
        self.query_one("#typed").display = False
        for log in self.query(RichLog):
            log.can_focus = False
        self._draw()
        self._later()

    # What happens, step by step, until the person has a question to answer.

    def _later(self, pauses: int = 1) -> None:
        if pauses:
            self.set_timer(PAUSES[self.pace] * pauses, self._go_on)
        else:
            self.call_later(self._go_on)

    def _go_on(self) -> None:
        session = self.session
        if self.asked is not None:
            return
        if not session.said and (asked := asked_now(session)) is not None:
            if not (self.repeating and session.table.step is Step.BETS):
                self._ask(asked)
                return
            take_answer(session, asked, asked.answer(""))
        command = next_act(session)
        if command is not None:
            self._show(command, carry_out(session, command))
        elif ask_again(session):
            self._later()
        else:
            self._note = "Nobody can play any more. Press Q to leave."
            self._draw()

    def _show(self, command: Command, carried: Carried) -> None:
        self._note = _why_not(carried)
        if foul := would_foul(self.session, command, carried):
            self._note += f" To set it anyway and lose, type: {foul}"
        self._tell(carried)
        if carried.finished and not self.repeating:
            self._ask(self._result())
            return
        self._draw()
        shown = carried.finished or any(isinstance(event, HandExposed) for event in carried.events)
        self._later(WHILE_LOOKING if shown else 1)

    def _result(self) -> RoundResult:
        """What the round did to the person's chips."""
        *moves, _ = explained(self.session)
        lines = (line.split(" (")[0].strip() for line in moves)
        net = net_of(self.session.last_round, self.session.person)
        return RoundResult("\n".join((f"This round: {_gained(net)}", *lines)))

    def _ask(self, asked: Asked | RoundResult) -> None:
        self.asked = asked
        choices = self.query_one(Choices)
        choices.clear_options()
        numbered = enumerate(asked.choices, start=1)
        choices.add_options(Option(f"{number:>2}  {choice.label}") for number, choice in numbered)
        # No split is preselected: Enter alone never sets a hand.
        choices.highlighted = None if asked.splits else 0
        choices.focus()
        self._draw()

    def _answer(self, text: str) -> None:
        asked = self.asked
        if asked is None:
            return
        if isinstance(asked, Asked):
            try:
                take_answer(self.session, asked, meant(self.session, asked, text))
            except BadInput as fault:
                self._note = fault.sentences
                self._draw()
                return
        self.asked = None
        self.action_stop_typing()
        self._draw()
        self._later(0)

    # The person's actions.

    @on(OptionList.OptionHighlighted)
    def _preview(self) -> None:
        if self.asked is not None and self.asked.splits:
            self._draw_hands()

    @on(OptionList.OptionSelected)
    @on(Button.Pressed)
    def _confirm(self) -> None:
        picked = self.query_one(Choices).highlighted
        if self.asked is not None and picked is not None:
            self._answer(self.asked.choices[picked].text)
        elif self.asked is not None:
            self._note = PICK_FIRST
            self._draw()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        self._answer(event.value.strip())

    def action_pick(self, number: int) -> None:
        if self.asked is not None and number <= len(self.asked.choices):
            self.query_one(Choices).highlighted = number - 1

    def action_type(self) -> None:
        if self.asked is None or not self.asked.typed:
            self.bell()
            return
        typed = self.query_one(Input)
        typed.placeholder = self.asked.typed
        typed.value = ""
        typed.display = True
        typed.focus()

    def action_stop_typing(self) -> None:
        self.query_one(Input).display = False
        self.query_one(Choices).focus()

    def action_house_way(self) -> None:
        """Ask the dealer for the house's setting, and pick it; Enter sets it, as in the browser."""
        position = self.session.table.position_of(self.session.person)
        if self.asked is None or not self.asked.splits or position is None:
            self.bell()
            return
        carried = carry_out(self.session, AskHelp(by=self.session.person, position=position))
        self._note = _why_not(carried)
        self._tell(carried)
        for event in carried.events:
            if isinstance(event, HouseWayTold):
                # Two equal halves can come either way around.
                halves = [sorted(map(sorted, split)) for split in self.asked.splits]
                told = sorted(map(sorted, (event.low, event.high)))
                self.query_one(Choices).highlighted = halves.index(told)
        self._draw()

    def action_repeat(self) -> None:
        self.repeating = not self.repeating
        on, off = "Your bets repeat until you press R again.", "Your bets no longer repeat."
        self._note = on if self.repeating else off
        if self.repeating and (self._over() or self.session.table.step is Step.BETS):
            self._answer("")
        self._draw()

    def action_pace(self) -> None:
        names = list(PAUSES)
        self.pace = names[(names.index(self.pace) + 1) % len(names)]
        self._note = f"Pace: {self.pace}"
        self._draw()

    def action_why(self) -> None:
        self.push_screen(Words("The last round and your chips", "\n".join(explained(self.session))))

    def action_help(self) -> None:
        self.push_screen(Words("Keys", _HELP))

    async def action_quit(self) -> None:
        """Leave at once, or ask first if a bet stays down."""
        if must_settle(self.session):
            self.push_screen(LeaveQuestion(), lambda leaves: self.exit() if leaves else None)
        else:
            self.exit()

    # The view.

    def _tell(self, carried: Carried) -> None:
        for name in ("#script", "#lines"):
            log = self.query_one(name, RichLog)
            for _, said in carried.spoken if self._script else ():
                log.write(Text(f"“{said}”", "bold"))
            for told in carried.told:
                log.write(Text(told, "#b9c6c0"))

    def _draw(self) -> None:
        session = self.session
        held = chips_of(session.table, session.person)
        bar = Grid.grid(expand=True, padding=(0, 1, 0, 0))
        bar.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        bar.add_column(justify="right", no_wrap=True)
        number = f" · round {session.table.round}" if session.table.round else ""
        title = Text.assemble(("paigow", "bold #e3bd73"), f" │ {session.title}{number}")
        bar.add_row(title, Text.assemble("Chips ", (money(Cents(held)), "bold #e3bd73")))
        self.query_one("#bar", Static).update(bar)
        self.query_one("#dealer", Static).update(self._dealer())
        self.query_one("#seats", Static).update(self._seats())
        self.query_one("#note", Static).update(self._note)
        self.query_one("#money", Static).update(self._money(held))
        self._draw_hands()
        self._draw_question()

    def _dealer(self) -> Text:
        table, rules = self.session.table, self.session.rules
        hand = table.hands.get(DEALER_PLACE)
        said = Text.assemble(("Dealer ", "bold #e3bd73"))
        if self._over():
            return said.append_text(self._last_dealer)
        if hand is None:
            said.append("no hand yet", "dim")
        elif hand.low and sees(table, hand, self.session.person):
            self._last_dealer = Text()
            for half in (hand.high, hand.low):
                self._last_dealer.append(f"{' '.join(in_groups(half, rules))} ", "bold")
                self._last_dealer.append(f"{hand_name(half, rules.wheel)}  ")
            said.append_text(self._last_dealer)
        else:
            said.append("▒▒ ▒▒  ▒▒ ▒▒" if rules.is_tiles else "▒▒ " * 7, "#c9a85f").append(" face down")
        if table.shaker.dice is not None and table.shaker.lid_off:
            dice = table.shaker.dice
            said.append("   Dice ", "bold #e3bd73").append(f"{' · '.join(map(str, dice))}  {sum(dice)}")
        return said

    def _seats(self) -> Grid:
        grid = Grid.grid(expand=True)
        columns = list(seat_lines(self.session.rules, self.session.table, self.session.person))
        for _ in columns:
            grid.add_column(ratio=1, no_wrap=True)
        for row in zip(*columns, strict=True):
            grid.add_row(*row)
        return grid

    def _money(self, held: int) -> Grid:
        net = held - self._brought
        rows = (
            ("Your chips", money(Cents(held))),
            ("In play", money(Cents(held - self.session.table.rack(self.session.person)))),
            ("This evening", _gained(net)),
        )
        grid = Grid.grid(expand=True)
        grid.add_column()
        grid.add_column(justify="right")
        for label, amount in rows:
            grid.add_row(label, Text(amount, "bold"))
        return grid

    def _split(self) -> tuple[Pieces, Pieces] | None:
        """The low and high hand to show: the selected split, or the hand as it was set."""
        picked = self.query_one(Choices).highlighted
        if self.asked is not None and self.asked.splits:
            return self.asked.splits[picked or 0]
        table, person = self.session.table, self.session.person
        position = table.position_of(person)
        hand = table.hands.get(position) if position is not None else None
        if hand is not None and hand.low:
            self._last_split = (hand.low, hand.high)
        elif not self._over():
            self._last_split = None
        return self._last_split

    def _must_pick(self) -> bool:
        """Whether a hand has to be split and no split is selected yet."""
        asked = self.asked
        return asked is not None and bool(asked.splits) and self.query_one(Choices).highlighted is None

    def _over(self) -> bool:
        """Whether the round is over and its result is on screen."""
        return isinstance(self.asked, RoundResult)

    def _draw_hands(self) -> None:
        split = self._split()
        wheel = self.session.rules.wheel
        for name, half in zip(("#low", "#high"), split or ((), ()), strict=True):
            box = self.query_one(name, Static)
            if not half:
                box.update(Text("\nno hand", "dim"))
                continue
            unpicked = self._must_pick()
            label = (
                Text("not set yet\n", "dim")
                if unpicked
                else Text(f"{hand_name(half, wheel)}\n", "bold #e3bd73")
            )
            rules = self.session.rules
            box.update(label + drawn_side_by_side(in_groups(half, rules), rules))

    def _draw_question(self) -> None:
        asked, button = self.asked, self.query_one(Button)
        choices = self.query_one(Choices)
        if asked is None:
            choices.clear_options()
        choices.display = button.display = asked is not None
        self.query_one("#question", Static).update("" if asked is None else asked.title)
        button.label = "" if asked is None else f"{asked.verb}  Enter"
