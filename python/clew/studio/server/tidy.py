"""What is no longer needed goes at each start: sessions that have run out, old jobs, old answers."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone

from clew.studio.models import Answer, Job

JOBS = timedelta(days=30)
ANSWERS = timedelta(days=180)


def tidy() -> None:
    """Deletes what is too old to be looked at again."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    Job.objects.filter(state__in=Job.OVER, finished__lt=now - JOBS).delete()
    Answer.objects.filter(created__lt=now - ANSWERS).delete()
