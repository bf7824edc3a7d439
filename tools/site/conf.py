"""Sphinx's settings for the site, which loads nothing from the network: no fonts, no scripts, no styles."""

from __future__ import annotations

import re
from typing import Any

import clew
from clew.pictures.colours import ROOMS

project = "Clew"
author = project_copyright = "The Clew developers"
release = version = clew.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
smartquotes = False  # two hyphens are an option's
default_role = "py:obj"
highlight_language = "text"

myst_enable_extensions = ["deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_inherit_docstrings = False
autodoc_default_options = {"members": True, "show-inheritance": True}
maximum_signature_line_length = 80
python_use_unqualified_type_names = True


def colours(theme: str) -> dict[str, str]:
    """The site's colours, taken from the pictures."""
    room = ROOMS[theme]
    return {
        "color-brand-primary": room["accent"],
        "color-brand-content": room["accent"],
        "color-brand-visited": room["accent"],
        "color-background-primary": room["paper"],
        "color-background-secondary": room["paper"],
        "color-foreground-primary": room["ink"],
        "color-foreground-secondary": room["ink2"],
        "color-foreground-muted": room["ink2"],
        "color-sidebar-link-text--top-level": room["ink"],
        "color-sidebar-brand-text": room["ink"],
        "color-code-background": room["panel"],
        "color-inline-code-background": room["panel"],
        "color-background-border": room["line"],
        "color-api-background": room["panel"],
        "color-api-name": room["ink"],
        "color-api-pre-name": room["ink2"],
        "color-api-keyword": room["ink2"],
        "font-stack": "Inter, system-ui, sans-serif",
    }


html_theme = "furo"
html_title = "Clew"
html_static_path = ["static"]
html_css_files = ["clew.css"]
html_js_files = [("boards.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": colours("light"),
    "dark_css_variables": colours("dark"),
    "navigation_with_keys": True,
}


def ends_of_names_as_code(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Sets `.svg` as code: to the default role, a dot in front would say where to look for a name."""

    def quoted(found: re.Match[str]) -> str:
        return f"`{found[0]}`" if found[0].startswith("`.") else found[0]

    lines[:] = [re.sub("``.*?``|`[^`]+`", quoted, line) for line in lines]


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", ends_of_names_as_code)
