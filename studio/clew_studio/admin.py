"""Django's admin: everything for administrators; boards, packs, comments and reports for editors."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.html import format_html

from clew.errors import BoardError
from clew_studio import models, quotas
from clew_studio.accounts import second_step, signing_in
from clew_studio.boards import importing
from clew_studio.boards.publishing import count, take
from clew_studio.games.results import score_alike
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.requests.callers import player_or_guest
from clew_studio.text_limits import CODE

ASSIGNMENT = models.Pack.Kind.ASSIGNMENT
"""The kind of packs that belong to a class: its teacher alone makes and changes them."""


class UploadForm(forms.Form):
    """A file of boards, and the pack that they go into."""

    file = forms.FileField(help_text="TOML, or a set of boards: CSV, JSON Lines, text. At most 1 MiB.")
    pack = forms.ModelChoiceField(models.Pack.objects.exclude(kind=ASSIGNMENT), required=False)


class SignInForm(AdminAuthenticationForm):
    """The admin's sign-in page, with the same limits and the same second step as everywhere else."""

    code = forms.CharField(
        required=False,
        max_length=CODE,
        label="Code of the second step, if you have one",
        widget=forms.TextInput({"autocomplete": "one-time-code"}),
    )

    def clean(self) -> dict[str, Any]:
        """Checks name, password and second step within the limits on failures. Raises `ValidationError`."""
        data: dict[str, Any] = self.cleaned_data
        given = (data.get(field, "") for field in ("username", "password", "code"))
        try:
            user = signing_in.signed_in(self.request, *given)
        except signing_in.Shut as shut:
            raise forms.ValidationError(f"Too many failed attempts: wait {shut.seconds} seconds.") from None
        except second_step.Missing:
            raise forms.ValidationError("Enter the code of your second step, too.") from None
        except second_step.Wrong:
            raise forms.ValidationError("Wrong code.") from None
        if user is None:
            raise self.get_invalid_login_error()
        self.confirm_login_allowed(user)
        self.user_cache = user
        return data


admin.site.login_form = SignInForm


class QuotaForm(forms.Form):
    """All quotas, each with what it counts."""

    def __init__(self, *told: Any) -> None:
        super().__init__(*told)
        for name, sort in quotas.SORTS.items():
            self.fields[name] = forms.IntegerField(
                label=f"{sort.words[0].upper()}{sort.words[1:]}",
                help_text=f"{sort.most} unless changed",
                initial=quotas.most(name),
                min_value=0,
                max_value=2**62,
            )


class BoardForm(forms.ModelForm):
    """A board by its keys; everything derived from them is computed."""

    def clean_keys(self) -> dict[str, Any]:
        """The keys, read as a board, whose values the row takes over. Raises `ValidationError`."""
        keys: dict[str, Any] = self.cleaned_data["keys"]
        try:
            puzzle = read_puzzle(keys)
        except BoardError as error:
            raise forms.ValidationError(str(error)) from error
        take(self.instance, puzzle)
        return dict(self.instance.keys)


class LevelInline(admin.TabularInline):
    """The levels of a pack, edited on the page of the pack."""

    model = models.Level
    autocomplete_fields = ("board",)
    extra = 0


@admin.register(models.Board)
class BoardAdmin(admin.ModelAdmin):
    """Boards, with an upload of whole files."""

    form = BoardForm
    list_display = (
        "title",
        "id",
        "family",
        "status",
        "par",
        "proved",
        "difficulty",
        "plays",
        "wins",
        "owner",
    )
    list_filter = ("status", "family", "difficulty")
    search_fields = ("title", "id", "author")
    readonly_fields = ("family", "puzzle", "plays", "wins", "rating", "deviation", "volatility")
    autocomplete_fields = ("owner", "tags")
    change_list_template = "studio/admin/boards.html"

    def save_model(self, request: HttpRequest, obj: models.Board, form: Any, change: bool) -> None:
        """Saves a board, counts the states of a published one, and scores its equals again."""
        if obj.status == models.Board.Status.PUBLISHED and obj.states is None:
            count(obj)
        super().save_model(request, obj, form, change)
        score_alike(obj.symmetry_class)

    def get_urls(self) -> list[Any]:
        """The usual addresses and the one for uploads."""
        own = path("upload/", self.admin_site.admin_view(self.upload), name="studio_board_upload")
        return [own, *super().get_urls()]

    def upload(self, request: HttpRequest) -> HttpResponse:
        """Publishes the boards of a file, and reports on each row."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = UploadForm(request.POST or None, request.FILES or None)
        found = None
        if request.method == "POST" and form.is_valid():
            file, pack = form.cleaned_data["file"], form.cleaned_data["pack"]
            found = importing.upload(file.read(), file.name, player_or_guest(request), pack)
        context = {**self.admin_site.each_context(request), "form": form, "found": found, "opts": self.opts}
        return render(request, "studio/admin/upload.html", context)


@admin.register(models.Tag)
class TagAdmin(admin.ModelAdmin):
    """Tags."""

    search_fields = ("name",)


@admin.register(models.Pack)
class PackAdmin(admin.ModelAdmin):
    """Packs and experiments, with their levels."""

    list_display = ("title", "kind", "rule", "order", "is_public", "number")
    readonly_fields = ("participants_link",)
    inlines = (LevelInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        """All packs that do not belong to a class."""
        return super().get_queryset(request).exclude(kind=ASSIGNMENT)

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **about: Any) -> Any:
        """The field of a column with choices; nobody makes an assignment here."""
        if db_field.name == "kind":
            about["choices"] = [choice for choice in db_field.get_choices() if choice[0] != ASSIGNMENT]
        return super().formfield_for_choice_field(db_field, request, **about)

    @admin.display(description="Link for participants")
    def participants_link(self, pack: models.Pack) -> str:
        """The link that lets people into an experiment."""
        if not pack.pk or pack.kind != models.Pack.Kind.EXPERIMENT:
            return "Experiments have one."
        return format_html('<a href="{0}">{0}</a>', f"{settings.CONFIG.url or ''}/experiment/{pack.token}")


@admin.register(models.News)
class NewsAdmin(admin.ModelAdmin):
    """News."""

    list_display = ("title", "language", "published")
    list_filter = ("language",)
    search_fields = ("title", "text")


@admin.register(models.Sitting)
class SittingAdmin(admin.ModelAdmin):
    """When a player began an experiment. Delete the row to give the player the full time again."""

    list_display = ("player", "pack", "started")
    list_filter = ("pack",)
    readonly_fields = ("player", "pack", "started")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: a sitting begins when a player starts."""
        return False


@admin.register(models.Daily)
class DailyAdmin(admin.ModelAdmin):
    """The puzzle of each day."""

    list_display = ("date", "board")
    autocomplete_fields = ("board",)


@admin.action(description="Accept")
def accept(admin_: admin.ModelAdmin, request: object, rows: Any) -> None:
    """Accepts the selected comments or reports."""
    rows.update(status="accepted")


@admin.action(description="Refuse")
def refuse(admin_: admin.ModelAdmin, request: object, rows: Any) -> None:
    """Refuses the selected comments or reports."""
    rows.update(status="refused")


@admin.register(models.Comment)
class CommentAdmin(admin.ModelAdmin):
    """Comments, to be accepted or refused."""

    list_display = ("text", "board", "player", "status", "created")
    list_filter = ("status",)
    actions = (accept, refuse)


@admin.register(models.Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports, to be accepted or refused."""

    list_display = ("reason", "text", "board", "player", "status", "created")
    list_filter = ("status", "reason")
    actions = (accept, refuse)


@admin.register(models.Player)
class PlayerAdmin(admin.ModelAdmin):
    """Players, whose ratings are computed and cannot be edited."""

    list_display = ("name", "user", "rating", "created")
    search_fields = ("guest_name", "user__username")
    readonly_fields = ("rating", "deviation", "volatility")
    autocomplete_fields = ("user",)


@admin.register(models.Quota)
class QuotaAdmin(admin.ModelAdmin):
    """How much people may store, and who stores the most, on one page."""

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Shows and changes the quotas."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        form = QuotaForm(request.POST or None)
        if form.is_valid():
            for name in form.changed_data:
                quotas.change(name, form.cleaned_data[name])
            self.message_user(request, f"Changed; it holds everywhere within {quotas.FRESH} seconds.")
            return redirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "title": "Quotas",
            "form": form,
            "users": quotas.users(),
            "size": quotas.size(),
            "opts": self.opts,
        }
        return render(request, "studio/admin/quotas.html", context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: the page has them all."""
        return False


@admin.register(models.Job)
class JobAdmin(admin.ModelAdmin):
    """Jobs, read-only."""

    list_display = ("id", "kind", "state", "best", "bound", "attempts", "player", "created", "finished")
    list_filter = ("state", "kind")
    readonly_fields = [field.name for field in models.Job._meta.fields]


@admin.register(models.Game)
class GameAdmin(admin.ModelAdmin):
    """Games, read-only."""

    list_display = ("id", "board", "player", "status", "length", "hints", "ranked", "started")
    list_filter = ("status", "family")
    readonly_fields = [field.name for field in models.Game._meta.fields]
