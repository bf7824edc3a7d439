"""Records of who has played which board, why a board was not published, and keys of events."""

from itertools import groupby
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def record(apps: Any, schema_editor: Any) -> None:
    """Creates the records of existing games, and renumbers games that share a number."""
    games, records = apps.get_model("studio", "Game"), apps.get_model("studio", "PlayRecord")
    played = games.objects.exclude(board=None).order_by("player", "board", "started", "id")
    rows = played.values_list("player", "board", "id", "attempt", "status")
    for (player, board), group in groupby(list(rows), key=lambda row: row[:2]):
        mine = list(group)
        numbers = [row[3] for row in mine]
        if len(set(numbers)) < len(numbers):
            numbers = list(range(1, len(numbers) + 1))
            for row, number in zip(mine, numbers, strict=True):
                games.objects.filter(pk=row[2]).update(attempt=number)
        ended = any(row[4] != "playing" for row in mine)
        records.objects.create(player_id=player, board_id=board, attempts=max(numbers), ended=ended)


def leave_lists(apps: Any, schema_editor: Any) -> None:
    """Games of boards that were deleted are in no list any more, and bring no points."""
    apps.get_model("studio", "Game").objects.filter(board=None).update(best=False)


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0002_news_sittings_likeness"),
    ]

    operations = [
        migrations.AddField(
            model_name="board",
            name="refusal",
            field=models.CharField(blank=True, editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name="event",
            name="key",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("game", "key"),
                name="one_event_a_key",
            ),
        ),
        migrations.CreateModel(
            name="PlayRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("ended", models.BooleanField(default=False)),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="studio.board",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="studio.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "board"), name="one_record_a_board")
                ],
            },
        ),
        migrations.RunPython(record, migrations.RunPython.noop),
        migrations.RunPython(leave_lists, migrations.RunPython.noop),
    ]
