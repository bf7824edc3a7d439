"""Sends e-mail in the background: a request neither waits for the mail server nor fails with it."""

from __future__ import annotations

import logging
from threading import BoundedSemaphore, Thread

from django.conf import settings
from django.core.mail import send_mail

log = logging.getLogger(__name__)

MOST_AT_ONCE = 4
_free = BoundedSemaphore(MOST_AT_ONCE)


def send(subject: str, text: str, to: str, *, at_once: bool = False) -> None:
    """Sends an e-mail: to a file or the log at once, to a mail server from a thread unless `at_once`.

    Failures are logged. If all senders are busy the e-mail is dropped, which is logged too.
    """
    if at_once or not settings.MAIL.is_sent:
        _send(subject, text, to)
    elif _free.acquire(blocking=False):
        Thread(target=_beside, args=(subject, text, to), name="mail", daemon=True).start()
    else:
        log.error("a mail was not sent: the mail server still takes the last %d", MOST_AT_ONCE)


def _beside(subject: str, text: str, to: str) -> None:
    try:
        _send(subject, text, to)
    finally:
        _free.release()


def _send(subject: str, text: str, to: str) -> None:
    try:
        send_mail(subject, text, None, [to])
    except OSError as error:  # network errors and SMTP errors alike
        log.error("a mail was not sent: %s", error)
