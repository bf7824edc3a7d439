"""Levels of worlds that people are making."""

import django.db.models.deletion
from django.db import migrations, models

import clew_studio.models.fields
import clew_studio.models.names


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0011_second_step"),
    ]

    operations = [
        migrations.CreateModel(
            name="WorldDraft",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=clew_studio.models.names.fresh,
                        max_length=48,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=120)),
                ("level", clew_studio.models.fields.WrittenJSONField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="world_drafts",
                        to="studio.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-changed", "id"],
            },
        ),
    ]
