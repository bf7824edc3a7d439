"""The badges that a player can earn."""

from __future__ import annotations

from django.utils.translation import gettext_noop

BADGES = {
    "first-win": gettext_noop("First win"),
    "perfect": gettext_noop("In the fewest moves"),
    "ten-boards": gettext_noop("Ten boards"),
    "all-families": gettext_noop("One of each kind"),
    "streak-3": gettext_noop("A win on three days in a row"),
    "streak-7": gettext_noop("A win on seven days in a row"),
}
