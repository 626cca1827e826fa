"""Posted rules for readers of another language: a notice, headings, and explained terms."""

from __future__ import annotations

import re
from html import unescape

import pytest

from paigow.faults import BadInput
from paigow.posted import guide_languages, load_guide, posted_rules, rules_page
from paigow.posted.document import Document, Items
from paigow.submissions.checking import example_names, load_submission

LANGUAGES = ("zh-Hans", "zh-Hant")
HAN = re.compile(r"[\u4e00-\u9fff]")


def _leads(document: Document) -> list[str]:
    blocks = (block for section in document.sections for block in section.blocks)
    return [text.lead for block in blocks if isinstance(block, Items) for text in block.items if text.lead]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", example_names())
def test_every_heading_and_every_term_is_told_in_the_readers_language(example: str, language: str) -> None:
    document, guide = posted_rules(load_submission(example)), load_guide(language)
    page = rules_page(document, guide=guide)
    notice = re.search(rf'<p class="notice" lang="{language}"><b>(.+?)</b>(.+?)</p>', page)
    assert notice
    assert HAN.search(notice[1])
    assert "英文" in notice[2], "it says that the rules are posted in English"
    assert page.index(notice[0]) < page.index("<nav"), "at the top"
    contents = re.findall(r'<li><a href="#.+?">(.+?)</a></li>', page)
    assert len(contents) == len(document.sections)
    headings = re.findall(rf'<h2><span lang="{language}">(.+?)</span> <small>(.+?)</small></h2>', page)
    assert [(told, unescape(title)) for told, title in headings] == [
        (told, section.title) for told, section in zip(contents, document.sections, strict=True)
    ]
    assert all(HAN.search(told) for told in contents)
    glosses = re.findall(rf'<span class="gloss" lang="{language}">(.+?)</span>', page)
    assert glosses == [guide.terms[lead] for lead in _leads(document)]
    assert all(HAN.search(gloss) for gloss in glosses)
    # A mention in a sentence explains itself in the same words.
    mentions = re.findall(r'<a class="term" href="#term-.+?" title="(.+?)">', page)
    assert set(mentions) <= set(glosses)
    assert bool(mentions) == bool(glosses)


def test_the_chinese_guides_say_the_same_and_nothing_that_is_posted_nowhere() -> None:
    assert guide_languages() == LANGUAGES
    documents = [posted_rules(load_submission(name)) for name in example_names()]
    leads = {lead for document in documents for lead in _leads(document)}
    titles = {section.title for document in documents for section in document.sections}
    simplified, traditional = map(load_guide, LANGUAGES)
    assert set(simplified.terms) == set(traditional.terms) == leads
    assert set(simplified.titles) == set(traditional.titles) >= titles
    # Only their characters differ: numbers, tiles, and punctuation are the same.
    for mine, other in ((simplified.terms, traditional.terms), (simplified.titles, traditional.titles)):
        assert [HAN.sub("", mine[key]) for key in other] == [HAN.sub("", each) for each in other.values()]


def test_without_a_guide_the_page_is_english_alone() -> None:
    page = rules_page(posted_rules(load_submission("colorado-tiles-full")))
    assert 'class="notice"' not in page
    assert 'class="gloss"' not in page
    assert not re.search('lang="zh', page)


def test_a_language_without_a_guide_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no guide to posted rules in 'tlh'") as refused:
        load_guide("tlh")
    assert "zh-Hans, zh-Hant" in str(refused.value.allowed)
