"""How Sphinx builds the site from these pages. The result loads nothing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "paigow"
author = "paigow"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
add_module_names = False
toc_object_entries = False
python_use_unqualified_type_names = True
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {
    "description": "Pai gow tiles and pai gow poker, by the book.",
    "fixed_sidebar": True,
    "page_width": "1100px",
    "sidebar_width": "240px",
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
    "show_powered_by": False,
}
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_title = "paigow"
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]


HEADINGS = ("as", "finding", "game", "groups", "note", "reading", "row", "source", "table", "way")
ACTIONS = ("always", "consider", "finally", "leave", "otherwise", "play", "silent", "struck", "when")
JOINTS = ("and", "but", "else", "not", "or", "preferably", "then", "unless", "with", "without")


class WayLexer(RegexLexer):
    """The shared syntax of the house-way language; the words of each game stay plain."""

    name = "House way"
    aliases: ClassVar[list[str]] = ["way"]
    filenames: ClassVar[list[str]] = ["*.way"]
    tokens: ClassVar[dict[str, list[tuple[object, object]]]] = {
        "root": [
            (r"#.*$", Comment.Single),
            (r'"(\\.|[^"\\])*"', String.Double),
            (r"^[ \t]*\d+[a-z]*(\.\d+)*(?=[ \t])", Name.Label),
            (words(HEADINGS, prefix=r"^[ \t]*", suffix=r"\b"), Keyword.Declaration),
            (words(ACTIONS, prefix=r"\b", suffix=r"\b"), Keyword),
            (words(JOINTS, prefix=r"\b", suffix=r"\b"), Operator.Word),
            (r"\b\d+(-\d+|s)?\b", Number),
            (r"[A-Za-z][A-Za-z0-9'-]*", Name),
            (r"[-+/,:;.()=*]", Punctuation),
            (r"\s+", Whitespace),
            (r".", Text),
        ]
    }


def setup(app: Sphinx) -> None:
    """Register the languages that only this project uses; those without a lexer stay plain."""
    app.add_lexer("way", WayLexer)
    for language in ("hands", "lark", "shell", "tsv"):
        app.add_lexer(language, TextLexer)
