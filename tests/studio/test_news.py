"""News: written by editors in the admin, read by everybody in their language, when its time has come."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tests.studio.client import Client
from tests.studio.server import Site


def test_news_is_read_in_ones_language_the_newest_first(site: Site, visitor: Client) -> None:
    from clew.studio.models import News

    now = timezone.now()
    News.objects.create(title="A new pack", text="It is hard.", published=now - timedelta(days=2))
    News.objects.create(title="Only in English", language="en", published=now - timedelta(days=1))
    News.objects.create(title="Seulement en français", language="fr", published=now)
    News.objects.create(title="Of tomorrow", published=now + timedelta(days=1))
    News.objects.create(title="Not published", published=None)
    found = visitor.get("/news").good()["items"]
    assert [one["title"] for one in found] == ["Only in English", "A new pack"]
    assert found[1]["text"] == "It is hard."
    french = site.client("fr").get("/news").good()["items"]
    assert [one["title"] for one in french] == ["Seulement en français", "A new pack"]


def test_an_editor_writes_news_in_the_admin(editor: Client, visitor: Client) -> None:
    from django.contrib.auth import get_user_model

    name = editor.get("/session").good()["player"]["name"]
    get_user_model().objects.filter(username=name).update(is_staff=True)
    page = editor.get("//admin/studio/news/add/").data.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    day = timezone.now() - timedelta(minutes=1)
    fields = {
        "csrfmiddlewaretoken": token,
        "title": "From the editor",
        "text": "Two lines.",
        "published_0": day.strftime("%Y-%m-%d"),
        "published_1": day.strftime("%H:%M:%S"),
    }
    editor.upload("//admin/studio/news/add/", "", b"", **fields)
    assert "From the editor" in [one["title"] for one in visitor.get("/news").good()["items"]]
    assert visitor.post("/news", {"title": "Mine"}).status == 405
