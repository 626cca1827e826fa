"""How Sphinx makes the site from these pages. Nothing it makes loads anything from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygments.lexers.special import TextLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "paigow"
author = "paigow"
extensions = ["myst_parser"]
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


def setup(app: Sphinx) -> None:
    """Know the languages that only this project writes in, without colours."""
    for language in ("way", "hands", "lark", "shell"):
        app.add_lexer(language, TextLexer)
