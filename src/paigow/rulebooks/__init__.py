"""The four regulations as data, and an operator's submission checked against them. Not their play."""

from paigow.rulebooks.books import BOOK_NAMES, OfferedTable, RuleBook, books, load_book
from paigow.rulebooks.checking import check_submission, read_submission
from paigow.rulebooks.choices import (
    BankCounts,
    BankSets,
    Button,
    DealerWager,
    Dealing,
    Delivery,
    FirstDeal,
    Game,
    Idle,
    OddsShown,
    PayoutLimitShown,
    Reveal,
    Shuffling,
    SpareCoverCard,
    Starting,
    StartingMarker,
    TipBox,
)
from paigow.rulebooks.cited import Cited, bare, ids_of
from paigow.rulebooks.findings import Finding
from paigow.rulebooks.paragraphs import Kind, Paragraph
from paigow.rulebooks.submission import Limit, Submission
from paigow.rulebooks.writing import new_submission

__all__ = [
    "BOOK_NAMES",
    "BankCounts",
    "BankSets",
    "Button",
    "Cited",
    "DealerWager",
    "Dealing",
    "Delivery",
    "Finding",
    "FirstDeal",
    "Game",
    "Idle",
    "Kind",
    "Limit",
    "OddsShown",
    "OfferedTable",
    "Paragraph",
    "PayoutLimitShown",
    "Reveal",
    "RuleBook",
    "Shuffling",
    "SpareCoverCard",
    "Starting",
    "StartingMarker",
    "Submission",
    "TipBox",
    "bare",
    "books",
    "check_submission",
    "ids_of",
    "load_book",
    "new_submission",
    "read_submission",
]
