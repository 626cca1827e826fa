"""The posted house rules of a submission, in plain words for players. Not the regulation's text.

`posted_rules` gives the document; `rules_text` and `rules_page` draw it.
"""

from __future__ import annotations

from paigow.material.game import Game
from paigow.posted.bank import banking
from paigow.posted.bonus import BONUS_PAYS, optional_wagers
from paigow.posted.cards import card_dealing, card_ranks, card_setting
from paigow.posted.dice import DICE_PAYS, dragons_eye, pair_fortunes
from paigow.posted.document import Document, Section
from paigow.posted.mishaps import mishaps
from paigow.posted.money import glance, vigorish_section, wagering
from paigow.posted.notices import at_the_table, words_of_the_game
from paigow.posted.page import rules_page
from paigow.posted.plain import rules_text
from paigow.posted.rounds import dealers_way, deciding, fairness
from paigow.posted.tiles import tile_dealing, tile_ranks, tile_setting
from paigow.submissions.submission import Submission
from paigow.wagers.kinds import WagerKind
from paigow.wagers.vigorish import Vigorish

__all__ = ["Document", "posted_rules", "rules_page", "rules_text"]


def posted_rules(submission: Submission) -> Document:
    """All that a player should know of this table before wagering."""
    return Document(
        operator=submission.table.operator.value,
        title="Pai Gow Tiles" if submission.game is Game.TILES else "Pai Gow Poker",
        table=submission.table.number.value,
        book=submission.book.title,
        sections=_sections(submission),
        draft=bool(submission.to_fill_in),
    )


def _sections(submission: Submission) -> tuple[Section, ...]:
    tiles = submission.game is Game.TILES
    ranks, dealing, setting = (
        (tile_ranks, tile_dealing, tile_setting) if tiles else (card_ranks, card_dealing, card_setting)
    )
    untaxed = submission.main.value.method is Vigorish.NONE
    pays = {
        WagerKind.MAIN: "1 to 1" if untaxed else "1 to 1, less 5 percent of the win",
        **DICE_PAYS,
        **BONUS_PAYS,
    }
    return (
        glance(submission, pays),
        wagering(submission),
        ranks(submission),
        dealing(submission),
        setting(submission),
        dealers_way(submission),
        deciding(submission),
        vigorish_section(submission),
        banking(submission),
        *dragons_eye(submission),
        *pair_fortunes(submission),
        *optional_wagers(submission),
        mishaps(submission),
        fairness(submission),
        *at_the_table(submission),
        *words_of_the_game(submission),
    )
