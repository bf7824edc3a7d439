"""First results are remembered by what the board is, and so outlive the board."""

from hashlib import sha256
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def _key_of(board: Any) -> str:
    return str(board.symmetry_class) or sha256(board.puzzle.encode()).hexdigest()


def take(apps: Any, schema_editor: Any) -> None:
    """Takes the first results from the records of boards."""
    results = apps.get_model("studio", "FirstResult")
    for record in apps.get_model("studio", "PlayRecord").objects.filter(ended=True).select_related("board"):
        results.objects.get_or_create(player_id=record.player_id, key=_key_of(record.board))


def give_back(apps: Any, schema_editor: Any) -> None:
    """Notes them in the records of the boards that are still there."""
    known = set(apps.get_model("studio", "FirstResult").objects.values_list("player", "key"))
    for record in apps.get_model("studio", "PlayRecord").objects.select_related("board"):
        if (record.player_id, _key_of(record.board)) in known:
            record.ended = True
            record.save(update_fields=["ended"])


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0012_world_drafts"),
    ]

    operations = [
        migrations.CreateModel(
            name="FirstResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="first_results",
                        to="studio.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="one_first_result_a_board")
                ],
            },
        ),
        migrations.RunPython(take, give_back),
        migrations.RemoveField(model_name="playrecord", name="ended"),
    ]
