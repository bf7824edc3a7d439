"""Records of who has ended a game on a board stay when the board is deleted."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0012_world_drafts"),
    ]

    operations = [
        migrations.AddField(
            model_name="playrecord",
            name="symmetry_class",
            field=models.CharField(blank=True, db_index=True, editable=False, max_length=64),
        ),
        migrations.AlterField(
            model_name="playrecord",
            name="board",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="records",
                to="studio.board",
            ),
        ),
    ]
