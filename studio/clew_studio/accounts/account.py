"""Accounts: signing up, passwords, and the export of all data."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unicodedata import category

from django.contrib.auth import get_user_model, password_validation
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext
from typing_extensions import TypedDict

from clew_studio import text_limits
from clew_studio.accounts import erasing, posting, second_step, signing_in
from clew_studio.database import write_lock
from clew_studio.games import assistance, results
from clew_studio.models import (
    Badge,
    Board,
    Comment,
    Consent,
    Event,
    Game,
    Job,
    Pack,
    Participant,
    Player,
    Pupil,
    Response,
    Sitting,
)
from clew_studio.requests import attempts
from clew_studio.shapes import Json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.models import QuerySet

RESETS = attempts.Limit("reset-mails", 3, timedelta(hours=1), timedelta(hours=1), timedelta(hours=1))
NAMES = "names"
"""The lock under which names and addresses of accounts are looked up and taken."""

_MARK = "\u0300"
NAME = re.compile(rf"([\w.+-]|(?<=[^\W\d_]){_MARK}|(?<={_MARK}){_MARK})+")
"""A name, with one mark in place of all: those that belong to letters, as the vowels of Hindi, Tamil and Thai
do. It contains no @, so that nobody can use another person's address as a name.
"""


class Refused(Exception):
    """A name, e-mail address or password was refused; `errors` are (field, message) pairs."""

    def __init__(self, errors: list[tuple[str, str]]) -> None:
        super().__init__(errors)
        self.errors = errors


def sign_up(guest: Player | None, name: str, email: str, password: str) -> Player:
    """Creates an account, which takes over the guest's games, but not those of a pupil. Raises `Refused`."""
    user = get_user_model()(username=_normal(name), email=email)
    _check(user, password, name=name, email=email)
    user.set_password(password)  # before the lock, since it takes long
    with write_lock(NAMES):
        _check(user, None, name=name, email=email)
        user.save()
        if guest is None or not guest.is_guest or guest.is_pupil:
            return Player.objects.create(user=user)
        guest.user = user
        guest.guest_name = ""
        guest.save(update_fields=["user", "guest_name"])
    return guest


def name_guest(guest: Player, name: str) -> None:
    """Gives a guest a name of their choice, which nobody else has. Raises `Refused`."""
    name = _normal(name)
    with write_lock(NAMES):
        errors = list(_wrong_with(name, get_user_model().objects.all()))
        if Player.objects.filter(user=None, guest_name__iexact=name).exclude(pk=guest.pk).exists():
            errors.append(gettext("This name is already taken."))
        if errors:
            raise Refused([("name", message) for message in errors])
        guest.guest_name = name
        guest.save(update_fields=["guest_name"])


@transaction.atomic
def adopt(player: Player, guest: Player | None) -> None:
    """Moves what a guest has done to the account that the guest signed in to."""
    if guest is None or not guest.is_guest or guest.is_pupil or guest.pk == player.pk:
        return
    results.hand_over(guest, player)
    Game.objects.filter(player=guest).update(player=player, best=False)  # ranked again at the end
    for model in (Job, Comment):
        model.objects.filter(player=guest).update(player=player)
    for owned in (Board, Pack):
        owned.objects.filter(owner=guest).update(owner=player)
    held = set(player.badges.values_list("key", flat=True))
    Badge.objects.filter(player=guest).exclude(key__in=held).update(player=player)
    given = {(one.pack_id, one.version) for one in player.consents.all()}
    for consent in guest.consents.all():
        if (consent.pack_id, consent.version) not in given:
            Consent.objects.filter(pk=consent.pk).update(player=player)
    for sitting in guest.sittings.all():
        kept, made = Sitting.objects.get_or_create(
            player=player, pack=sitting.pack, defaults={"started": sitting.started}
        )
        if not made and sitting.started < kept.started:
            Sitting.objects.filter(pk=kept.pk).update(started=sitting.started)
    Participant.objects.filter(player=guest).update(player=player)
    assistance.adopt(player, guest)
    guest.delete()
    results.rank_again(player)


def change(user: AbstractUser, *, name: str | None, email: str | None, new_password: str | None) -> None:
    """Changes whatever is not None. Raises `Refused`, and `second_step.Overtaken` if the account got another
    password since `user` was read: whoever proved to know the old one may no longer change anything.
    """
    proved = user.password
    changed = {"username": name and _normal(name), "email": email}
    fields = [field for field, value in changed.items() if value is not None]
    for field in fields:
        setattr(user, field, changed[field])
    if new_password is not None:
        user.set_password(new_password)  # before the lock, since it takes long
        fields.append("password")
    with write_lock(NAMES):  # so that nobody takes the name or the address between the check and the change
        if not get_user_model().objects.select_for_update().filter(pk=user.pk, password=proved):
            raise second_step.Overtaken
        _check(user, new_password, name=name, email=email, kind="new_password")
        known = get_user_model().objects.get(pk=user.pk)
        user.save(update_fields=fields)  # no field that another request has changed meanwhile
        player, _ = Player.objects.get_or_create(user=user)
        player.former += {known.get_username(), known.email} - {
            user.get_username(),
            user.email,
            *player.former,
        }
        player.save(update_fields=["former"])
    if email is not None and known.email != user.email:
        erasing.forget_mails(known.email)


def send_reset(email: str, origin: str) -> None:
    """Mails a link for setting a new password, if there is an account with that address.

    `origin` is the address of the site, with which the link begins. Repeated requests send no more than a few
    e-mails an hour.
    """
    for user in get_user_model().objects.filter(email__iexact=email, is_active=True):
        if not user.email or attempts.count([RESETS.of(str(user.pk))]):
            continue
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        link = f"{origin}/account/reset/{uid}/{default_token_generator.make_token(user)}"
        posting.send(
            gettext("Clew: a new password"),
            gettext(
                "Hello {name},\n\nuse this link to set a new password:\n{link}\n\nIt is valid for one day.\n"
            ).format(name=user.get_username(), link=link),
            user.email,
        )


def user_of_link(uid: str, token: str) -> AbstractUser | None:
    """The account for which a link sets a password; None if the link is invalid or has expired."""
    users = get_user_model().objects
    try:
        user = users.filter(pk=force_str(urlsafe_base64_decode(uid)), is_active=True).first()
    except (ValueError, OverflowError):
        return None
    return user if default_token_generator.check_token(user, token) else None


def reset(
    uid: str, token: str, password: str, prove: Callable[[AbstractUser], object]
) -> AbstractUser | None:
    """Set a new password. Returns the account, or None if the link is not valid. Raises `Refused` for a bad
    password; for a good one, what `prove` raises if the second step of the account is not proved.
    """
    user = user_of_link(uid, token)
    if user is None:
        return None
    _check(user, password, name=None, email=None)
    prove(user)
    try:
        change(user, name=None, email=None, new_password=password)
    except second_step.Overtaken:
        return None
    signing_in.open_again(user)
    return user


class AccountData(TypedDict):
    """Everything that is stored about me: the rows of each table."""

    player: Json
    account: Json | None
    games: list[Json]
    events: list[Json]
    boards: list[Json]
    jobs: list[Json]
    comments: list[Json]
    reports: list[Json]
    badges: list[Json]
    ratings: list[Json]
    consents: list[Json]
    sittings: list[Json]
    records: list[Json]
    first_results: list[Json]
    help: list[Json]
    packs: list[Json]
    world_drafts: list[Json]
    classes: list[Json]
    pupil: list[Json]
    experiments: list[Json]
    participations: list[Json]
    responses: list[Json]


def data_of(player: Player) -> AccountData:
    """Everything that is stored about a player."""

    def rows(found: Any) -> list[Json]:
        return list(found.values())

    user = player.user
    step = None if user is None else second_step.status(user)
    return {
        "player": {
            "id": player.pk,
            "name": player.name,
            "created": player.created,
            "rating": player.rating,
            "is_public": player.is_public,
            "former": player.former,
        },
        "account": None
        if user is None
        else {
            "name": user.get_username(),
            "email": user.email,
            "joined": user.date_joined,
            "second_step": step and step._asdict(),
        },
        "games": rows(Game.objects.filter(player=player)),
        "events": rows(Event.objects.filter(game__player=player)),
        "boards": rows(Board.objects.filter(owner=player)),
        "jobs": rows(Job.objects.filter(player=player)),
        "comments": rows(Comment.objects.filter(player=player)),
        "reports": rows(player.reports.all()),
        "badges": rows(player.badges.all()),
        "ratings": rows(player.ratings.all()),
        "consents": rows(player.consents.all()),
        "sittings": rows(player.sittings.all()),
        "records": rows(player.records.all()),
        "first_results": rows(player.first_results.all()),
        "help": rows(player.help.all()),
        "packs": rows(player.packs.all()),
        "world_drafts": rows(player.world_drafts.all()),
        "classes": rows(player.classes.all()),
        "pupil": rows(Pupil.objects.filter(player=player)),
        "experiments": rows(player.experiments.all()),
        "participations": rows(player.participations.all()),
        "responses": rows(Response.objects.filter(participant__player=player)),
    }


def _normal(name: str) -> str:
    """Return a name in Unicode normal form (NFKC), in which names that look the same are equal."""
    normal: str = get_user_model().normalize_username(name)
    return normal


def _wrong_with(name: str, others: QuerySet[AbstractUser]) -> Iterator[str]:
    """Return what is wrong with a normalised name, including that another account already has it. It may be
    longer than what was typed.
    """
    if len(name) > text_limits.NAME:
        yield gettext("A name may have at most {most} characters.").format(most=text_limits.NAME)
    if any(map(text_limits.is_invisible, name)):
        yield gettext("A name may not contain invisible characters.")
    elif not NAME.fullmatch("".join(_MARK if category(sign) in ("Mn", "Mc") else sign for sign in name)):
        yield gettext(
            "A name may contain letters with their marks, digits and . + - _ but no spaces and no @."
        )
    if others.filter(Q(username__iexact=name) | Q(email__iexact=name)).exists():
        yield gettext("This name is already taken.")


def _check(
    user: AbstractUser, password: str | None, *, name: str | None, email: str | None, kind: str = "password"
) -> None:
    """Raise `Refused` if one of them is wrong. `kind`: the field in which the password was sent."""
    errors: list[tuple[str, str]] = []
    others = get_user_model().objects.exclude(pk=user.pk)

    def attempt(field: str, check: Callable[[], object]) -> None:
        try:
            check()
        except ValidationError as error:
            errors.extend((field, message) for message in error.messages)

    if name is not None:
        errors.extend(("name", message) for message in _wrong_with(_normal(name), others))
    if email is not None:
        attempt("email", lambda: validate_email(email))
        if others.filter(email__iexact=email).exists():
            errors.append(("email", gettext("An account with this e-mail address already exists.")))
    if password is not None:
        attempt(kind, lambda: password_validation.validate_password(password, user))
    if errors:
        raise Refused(errors)
