"""News from the editors, newest first."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from ninja import Query, Router
from typing_extensions import TypedDict

from clew_studio.api.rows import Page, paged
from clew_studio.models import News
from clew_studio.shapes import Listed, Moment, Text, Title

router = Router(tags=["news"])


class NewsOut(TypedDict):
    """A piece of news."""

    id: int
    title: Title
    text: Text
    published: Moment


@router.get("/news")
def news(request: HttpRequest, page: Annotated[Page, Query()]) -> Listed[NewsOut]:
    """News in the reader's language."""
    spoken = (News.Language.EVERY, get_language() or "en")
    return paged(News.objects.filter(published__lte=timezone.now(), language__in=spoken), page, _shown)


def _shown(news: News) -> NewsOut:
    return {"id": news.pk, "title": news.title, "text": news.text, "published": news.published}
