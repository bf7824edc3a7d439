"""Whether the time of a game is the server's, who made a pack, and earlier names of players."""

import django.db.models.deletion
from django.db import migrations, models

from clew_studio.database import WrittenJSONField


class Migration(migrations.Migration):
    dependencies = [("studio", "0001_initial")]
    operations = [
        migrations.AddField(model_name="game", name="timed", field=models.BooleanField(default=True)),
        migrations.AddField(
            model_name="player",
            name="former",
            field=WrittenJSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name="pack",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                help_text="Who made it.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="packs",
                to="studio.player",
            ),
        ),
    ]
