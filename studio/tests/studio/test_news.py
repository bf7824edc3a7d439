"""News: written by editors in the admin, read by everybody in their language, when its time has come."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tests.studio.client import Client
from tests.studio.server import Site

BY_HAND = "From the editor"


def test_news_is_read_in_ones_language_the_newest_first(site: Site, visitor: Client) -> None:
    from clew_studio.models import News

    now = timezone.now()
    News.objects.create(title="A new pack", text="It is hard.", published=now - timedelta(days=2))
    News.objects.create(title="Only in English", language="en", published=now - timedelta(days=1))
    News.objects.create(title="Seulement en français", language="fr", published=now)
    News.objects.create(title="Of tomorrow", published=now + timedelta(days=1))
    News.objects.create(title="Not published", published=None)
    shown = read(visitor)
    assert list(shown) == ["Only in English", "A new pack"]
    assert shown["A new pack"] == "It is hard."
    assert list(read(site.client("fr"))) == ["Seulement en français", "A new pack"]


def read(reader: Client) -> dict[str, str]:
    """The texts by their titles, in order, of the news above: other tests write theirs."""
    found = {one["title"]: one["text"] for one in reader.get("/news").good()["items"]}
    return {title: text for title, text in found.items() if title != BY_HAND}


def test_an_editor_writes_news_in_the_admin(editor: Client, visitor: Client) -> None:
    from django.contrib.auth import get_user_model

    name = editor.get("/session").good()["player"]["name"]
    get_user_model().objects.filter(username=name).update(is_staff=True)
    page = editor.get("//admin/studio/news/add/").data.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    day = timezone.now() - timedelta(minutes=1)
    fields = {
        "csrfmiddlewaretoken": token,
        "title": BY_HAND,
        "text": "Two lines.",
        "published_0": day.strftime("%Y-%m-%d"),
        "published_1": day.strftime("%H:%M:%S"),
    }
    editor.upload("//admin/studio/news/add/", "", b"", **fields)
    assert BY_HAND in [one["title"] for one in visitor.get("/news").good()["items"]]
    assert visitor.post("/news", {"title": "Mine"}).status == 405
