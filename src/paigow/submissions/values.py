"""A submission's text and its values: parsed, read by each option's type, checked, and written back.

It is self-contained: the house ways it carries are at its end, each in full under its file name:

    [ways]
    "ours.way" = '''
    way "Ours"
    ...
    '''

Whether values agree with each other is in `combinations`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final

from paigow.books.cited import bare
from paigow.books.options import Option, Type
from paigow.faults import BadInput, require_text, sentence, suggestion
from paigow.wagers.money import LARGEST, Cents, money, parse_money

_CLAUSE: Final = re.compile(r"(add|did|choose|give|keep|leave|mark|name|paigow|put|remove|save|use|write) ")


def remedy(allowed: str, label: str = "allowed") -> str:
    """The fix for a finding: a clause becomes a sentence, values get a label."""
    return sentence(allowed) if _CLAUSE.match(allowed) else f"{label}: {allowed}"


def instruction(allowed: str) -> str:
    """The fix for a finding as a clause that tells a person what to do."""
    return allowed if _CLAUSE.match(allowed) else f"give {allowed}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A field of a submission, what is wrong with it, what is allowed, and the paragraph that says so.

    `paragraph` is empty if no rule is broken, only the format: an unknown key, for example.

    >>> import paigow
    >>> finding = paigow.check_submission('rulebook = "colorado-tiles"')[0]
    >>> finding.field, finding.problem
    ('table.operator', 'this is missing')
    """

    field: str
    problem: str
    allowed: str
    paragraph: str = ""

    def __str__(self) -> str:
        place = f" ({bare(self.paragraph)})" if self.paragraph else ""
        return f"{self.field}: {self.problem}; {self.allowed}{place}"

    def as_json(self) -> Mapping[str, str | None]:
        return {
            "field": self.field,
            "problem": self.problem,
            "allowed": self.allowed,
            "paragraph": self.paragraph or None,
        }


LONGEST_TEXT: Final = 500
MOST_ITEMS: Final = 20
MOST_RULES: Final = 255
"""As many as a way can have: see `houseways.arrays`."""


class WrongValue(Exception):
    """A value that its option doesn't accept, and what it accepts."""

    def __init__(self, problem: str, allowed: str) -> None:
        self.problem = problem
        self.allowed = allowed
        super().__init__(problem, allowed)


def read_value(option: Option, raw: object) -> object:
    """The value that a submission sets for an option, in the option's own type; raise WrongValue."""
    if not option.fixed:
        return _READERS[option.type](option, raw)
    if raw != option.default or isinstance(raw, bool) is not isinstance(option.default, bool):
        raise WrongValue(
            f"{shown(raw)} is no choice here", f"the rule book settles it: {shown(option.default)}"
        )
    return default_value(option)


def default_value(option: Option) -> object:
    """The value where a submission is silent; None if the option doesn't apply to the book.

    Fields that the operator has to fill in are empty then: a new submission has only placeholders (R82).
    """
    if option.fill_in:
        return ""
    if not option.given and (option.default is None or option.default == 0):
        return option.default
    return _READERS[option.type](option, option.default)


def shown(raw: object) -> str:
    """Any raw value in words that fit a sentence."""
    match raw:
        case bool():
            return "true" if raw else "false"
        case int() if abs(raw) > 10**18:
            return "a number of very many digits"
        case str():
            return repr(raw if len(raw) <= 60 else raw[:57] + "...")
        case list():
            text = ", ".join(shown(each) for each in raw[:8]) + (", ..." if len(raw) > 8 else "")
            return f"[{text}]"
        case dict():
            return "a section"
        case _:
            text = str(raw)
            return text if len(text) <= 60 else text[:57] + "..."


def _flag(_option: Option, raw: object) -> bool:
    if not isinstance(raw, bool):
        raise WrongValue(f"{shown(raw)} is neither yes nor no", "true or false")
    return raw


def _whole(option: Option, raw: object) -> int:
    allowed = f"a whole number from {option.least} to {option.most}"
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise WrongValue(f"{shown(raw)} is not a whole number", allowed)
    if not option.least <= raw <= option.most:
        raise WrongValue(f"{shown(raw)} is out of bounds", allowed)
    return raw


def _money(_option: Option, raw: object) -> Cents:
    allowed = "an amount in dollars and cents above zero, such as 25 or 2.50"
    cents = _cents(raw, allowed)
    if cents <= 0:
        raise WrongValue(f"{shown(raw)} is not above zero", allowed)
    if cents > LARGEST:
        raise WrongValue(f"{shown(raw)} is too much", f"at most {money(LARGEST)}")
    return cents


def _cents(raw: object, allowed: str) -> Cents:
    """Dollars as a number of TOML, or as text with a dollar sign."""
    match raw:
        case bool():
            raise WrongValue(f"{shown(raw)} is not an amount", allowed)
        case int():
            return Cents(raw * 100)
        case Decimal() if raw.is_finite() and raw.adjusted() < 20 and raw == raw.quantize(Decimal("0.01")):
            return Cents(int(raw * 100))
        case str():
            try:
                return parse_money(raw)
            except BadInput as fault:
                raise WrongValue(fault.problem, allowed) from None
        case _:
            raise WrongValue(f"{shown(raw)} is not an amount", allowed)


def _percent(raw: object) -> Fraction:
    allowed = "a percentage above 0 and at most 100, such as 40 or 12.5"
    fits = (isinstance(raw, int) and not isinstance(raw, bool)) or (
        isinstance(raw, Decimal)
        and raw.is_finite()
        and -20 < raw.adjusted() < 20
        and len(raw.as_tuple().digits) < 20
    )
    if not fits:
        raise WrongValue(f"{shown(raw)} is not a percentage", allowed)
    assert isinstance(raw, int | Decimal)
    if not 0 < raw <= 100:
        raise WrongValue(f"{shown(raw)} is out of bounds", allowed)
    return Fraction(raw) / 100


def _text(_option: Option, raw: object) -> str:
    if not isinstance(raw, str):
        raise WrongValue(f"{shown(raw)} is not text", 'words between quotation marks: "..."')
    if len(raw) > LONGEST_TEXT:
        raise WrongValue(f"{len(raw)} characters are too long", f"at most {LONGEST_TEXT}")
    if not all(character.isprintable() for character in raw):
        raise WrongValue(f"{shown(raw)} has a character that can't be printed", "one line of printable words")
    return raw.strip()


def _choice(option: Option, raw: object) -> str:
    words = ", ".join(option.words)
    if not isinstance(raw, str):
        raise WrongValue(f"{shown(raw)} is not one of the words", f"one of {words}")
    if raw not in option.words:
        raise WrongValue(
            f"{shown(raw)} is not offered here", suggestion(raw, option.words, f"one of {words}")
        )
    return raw


def _table(option: Option, raw: object) -> str:
    """A pay table's id; numbered tables can be written as numbers."""
    return _choice(option, shown(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw)


def _items(raw: object, most: int = MOST_ITEMS) -> list[object]:
    if not isinstance(raw, list):
        raise WrongValue(f"{shown(raw)} is not a list", "values between brackets: [..., ...]")
    if len(raw) > most:
        raise WrongValue(f"a list of {len(raw)}", f"at most {most} values")
    return raw


def _choices(option: Option, raw: object) -> tuple[str, ...]:
    words = _each_once(tuple(_choice(option, each) for each in _items(raw)))
    # In the book's order, so that two submissions with the same offer are equal.
    return tuple(word for word in option.words if word in words)


def _each_once(words: tuple[str, ...]) -> tuple[str, ...]:
    twice = sorted({word for word in words if words.count(word) > 1})
    if twice:
        raise WrongValue(f"{', '.join(map(shown, twice))} is in the list twice", "each once")
    return words


def _texts(option: Option, raw: object) -> tuple[str, ...]:
    return tuple(_text(option, each) for each in _items(raw))


def _rules(option: Option, raw: object) -> tuple[str, ...]:
    """A way's rule numbers: a list, or one text with commas; bare numbers can be TOML numbers, too."""
    if isinstance(raw, str):
        raw = [each for each in raw.replace(",", " ").split() if each]
    numbers = (str(each) if type(each) is int else _text(option, each) for each in _items(raw, MOST_RULES))
    return _each_once(tuple(numbers))


def _moneys(option: Option, raw: object) -> tuple[Cents, ...]:
    return tuple(_money(option, each) for each in _items(raw))


def _percents(_option: Option, raw: object) -> tuple[Fraction, ...]:
    return tuple(_percent(each) for each in _items(raw))


_READERS: Final[Mapping[Type, Callable[[Option, object], object]]] = {
    Type.FLAG: _flag,
    Type.WHOLE: _whole,
    Type.MONEY: _money,
    Type.MONEYS: _moneys,
    Type.PERCENTS: _percents,
    Type.TEXT: _text,
    Type.TEXTS: _texts,
    Type.CHOICE: _choice,
    Type.CHOICES: _choices,
    Type.TABLE: _table,
    Type.WAY: _text,
    Type.RULES: _rules,
}


def value_text(option: Option, value: object) -> str:
    """A parsed value as a person reads it: yes, 2.50, the words of a choice."""
    match option.type:
        case Type.FLAG:
            return "yes" if value else "no"
        case Type.MONEY:
            assert isinstance(value, int)
            return money(Cents(value))
        case Type.MONEYS | Type.PERCENTS | Type.TEXTS | Type.CHOICES | Type.RULES:
            assert isinstance(value, tuple)
            return ", ".join(_item_text(option.type, each) for each in value) or "none"
        case _:
            return str(value) or "nothing"


def _item_text(type_: Type, item: object) -> str:
    match type_:
        case Type.MONEYS:
            assert isinstance(item, int)
            return money(Cents(item))
        case Type.PERCENTS:
            assert isinstance(item, Fraction)
            return percent_text(item)
        case _:
            return str(item)


def percent_text(share: Fraction) -> str:
    return f"{fraction_text(share * 100)}%"


def fraction_text(number: Fraction) -> str:
    """A fraction as the decimal it came from.

    >>> fraction_text(Fraction(25, 2))
    '12.5'
    """
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{exact.normalize():f}"


FILE: Final = "file"
"""The field named by a finding about the text as a whole."""
LONGEST_SUBMISSION: Final = 200_000
SECTION: Final = "ways"
PREFIX: Final = f"{SECTION}."
SUFFIX: Final = ".way"


_REPEATED: Final = re.compile(r"Cannot (overwrite|declare) .*\(at line (\d+), ")


def parse_submission(text: str) -> Mapping[str, object] | Finding:
    """The raw values of a submission by dotted key, fractions exact; or why it can't be read at all."""
    if len(require_text(text, "a submission")) > LONGEST_SUBMISSION:
        return Finding(FILE, f"{len(text):,} characters are too many", f"at most {LONGEST_SUBMISSION:,}")
    try:
        text.encode()
        tree = tomllib.loads(text, parse_float=Decimal)
    except UnicodeEncodeError as fault:
        where = text.count("\n", 0, fault.start) + 1
        return Finding(FILE, f"line {where} has bytes that aren't text", "save the file as UTF-8")
    except tomllib.TOMLDecodeError as fault:
        if repeated := _REPEATED.match(str(fault)):
            what = "a choice" if repeated[1] == "overwrite" else "a heading"
            return Finding(
                FILE, f"line {repeated[2]} repeats {what} of an earlier line", "leave one of the two out"
            )
        return Finding(
            FILE,
            f"this isn't valid TOML: {fault}",
            "write lines such as chairs = 6 under headings such as [table]",
        )
    except (InvalidOperation, RecursionError, ValueError):
        return Finding(
            FILE, "a number is too large or the nesting too deep", "write plain numbers and sections"
        )
    return dict(flat_keys(tree))


def flat_keys(tree: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Each value under its dotted key. An empty section is a value, so that a misspelled one is noticed."""
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            yield from flat_keys(value, f"{key}.")
        else:
            yield key, value


def carrying(text: str, files: Mapping[str, str]) -> str:
    """A submission's text with files appended; unchanged if there are none."""
    if not files:
        return text
    lines = [f"{json.dumps(name)} = {_quoted(file)}\n" for name, file in files.items()]
    return f"{text.rstrip()}\n\n[{SECTION}]\n{''.join(lines)}"


def _quoted(file: str) -> str:
    """A text as a TOML string, in the most readable form that fits."""
    if "'''" not in f"{file}'" and all(each.isprintable() or each in "\t\n" for each in file):
        return f"'''\n{file}'''"
    return json.dumps(file, ensure_ascii=False).replace("\x7f", "\\u007f")


def take_carried(raw: Mapping[str, object]) -> tuple[Mapping[str, object], Mapping[str, str]]:
    """A submission's flat keys without its embedded files, and those files by name."""
    keys = {
        key: value
        for key, value in raw.items()
        if key.startswith(PREFIX) and key.endswith(SUFFIX) and isinstance(value, str)
    }
    rest = {key: value for key, value in raw.items() if key not in keys}
    return rest, {key.removeprefix(PREFIX): text for key, text in keys.items()}
