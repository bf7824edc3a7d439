"""Who may do what in the admin, and the first administrator."""

from __future__ import annotations

import secrets

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.auth.tokens import default_token_generator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clew_studio.requests.callers import editors

EDITED = ("board", "tag", "pack", "level", "daily", "comment", "report", "news")
"""What editors may change. Users, players, games and jobs are not among them."""

ADMIN = "admin"


def grant() -> None:
    """Gives the group of editors its permissions."""
    names = [f"{action}_{model}" for model in EDITED for action in ("add", "change", "delete", "view")]
    found = Permission.objects.filter(content_type__app_label="studio", codename__in=names)
    editors().permissions.set(found)


def admin_link() -> str | None:
    """Return the path where the administrator sets a password, once; None if that was done."""
    users = get_user_model().objects
    user = users.filter(is_superuser=True).first()
    if user is None:
        user = users.create_superuser(username=ADMIN, email="", password=secrets.token_urlsafe(32))
        user.set_unusable_password()
        user.save()
    if user.has_usable_password():
        return None
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return f"/account/reset/{uid}/{default_token_generator.make_token(user)}"
