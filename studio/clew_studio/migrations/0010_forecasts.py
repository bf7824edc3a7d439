"""How long boards take: a forecast, and the times of the players who solved them."""

from typing import Any

from django.db import migrations, models


def count_again(apps: Any, schema_editor: Any) -> None:
    """Lets the start of the site count published boards again, which forecasts them too."""
    apps.get_model("studio", "Board").objects.filter(status="published").update(states=None)


def nothing(apps: Any, schema_editor: Any) -> None:
    """The way back: older versions count such boards again as well."""


class Migration(migrations.Migration):
    dependencies = [("studio", "0009_best_games")]

    operations = [
        migrations.AddField(
            model_name="board",
            name="forecast",
            field=models.FloatField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="board",
            name="forecast_spread",
            field=models.FloatField(default=0.0, editable=False),
        ),
        migrations.AddField(
            model_name="board",
            name="solvers",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="board",
            name="log_seconds",
            field=models.FloatField(default=0.0, editable=False),
        ),
        migrations.RunPython(count_again, nothing, elidable=True),
    ]
