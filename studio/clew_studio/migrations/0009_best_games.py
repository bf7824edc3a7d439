"""At most one best game for each player and board, and the order of rows without a date."""

from typing import Any

from django.db import migrations, models


def keep_one(apps: Any, schema_editor: Any) -> None:
    """Keeps the best of several best games that two requests at once may have left."""
    games = apps.get_model("studio", "Game").objects.filter(best=True, board__isnull=False)
    twice = games.values("player", "board").annotate(number=models.Count("id")).filter(number__gt=1)
    for row in twice.order_by():
        mine = games.filter(player=row["player"], board=row["board"])
        first = mine.order_by("length", "elapsed_ms", "finished", "id").first()
        mine.exclude(pk=first.pk).update(best=False)


def nothing(apps: Any, schema_editor: Any) -> None:
    """The way back: one best game is a state that older versions know too."""


class Migration(migrations.Migration):
    dependencies = [("studio", "0008_profiles")]

    operations = [
        migrations.AlterModelOptions(
            name="board",
            options={
                "ordering": [models.OrderBy(models.F("published"), descending=True, nulls_last=True), "id"]
            },
        ),
        migrations.AlterModelOptions(
            name="news",
            options={
                "ordering": [models.OrderBy(models.F("published"), descending=True, nulls_last=True), "-id"],
                "verbose_name_plural": "news",
            },
        ),
        migrations.RunPython(keep_one, nothing, elidable=True),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("best", True), ("board__isnull", False)),
                fields=("player", "board"),
                name="one_best_a_board",
            ),
        ),
    ]
