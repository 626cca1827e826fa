"""The posted house rules of a submission, in plain words for players. Not the regulation's text.

`posted_rules` builds the document; `rules_text` and `rules_page` render it. The sentences are in `en`, and a
book's own in its `posted.toml`. A guide helps readers of another language through the English page.
"""

from __future__ import annotations

from paigow.posted.document import Document, rules_text
from paigow.posted.guides import guide_languages, load_guide
from paigow.posted.page import rules_page
from paigow.posted.rendering import posted_rules

__all__ = ["Document", "guide_languages", "load_guide", "posted_rules", "rules_page", "rules_text"]
