"""Classes, their pupils, and assignments."""

import django.db.models.deletion
from django.db import migrations, models

import clew_studio.database
import clew_studio.models.classes


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0003_quotas"),
    ]

    operations = [
        migrations.AlterField(
            model_name="pack",
            name="kind",
            field=models.CharField(
                choices=[("levels", "Levels"), ("experiment", "Experiment"), ("assignment", "Assignment")],
                default="levels",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Classroom",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=clew_studio.database.fresh,
                        max_length=48,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                (
                    "token",
                    models.CharField(default=clew_studio.database.fresh, max_length=48, unique=True),
                ),
                (
                    "code",
                    models.CharField(
                        default=clew_studio.models.classes.fresh_code, max_length=6, unique=True
                    ),
                ),
                ("is_open", models.BooleanField(default=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("used", models.DateTimeField(db_index=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="classes",
                        to="studio.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-created", "id"],
            },
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                (
                    "pack",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="assignment",
                        serialize=False,
                        to="studio.pack",
                    ),
                ),
                ("opens", models.DateTimeField(blank=True, null=True)),
                ("closes", models.DateTimeField(blank=True, null=True)),
                ("hints", models.BooleanField(default=True)),
                ("distances", models.BooleanField(default=False)),
                ("solution", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="studio.classroom",
                    ),
                ),
            ],
            options={
                "ordering": ["created", "pack"],
            },
        ),
        migrations.CreateModel(
            name="Pupil",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="pupil",
                        serialize=False,
                        to="studio.player",
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("folded", models.CharField(max_length=160)),
                ("number", models.CharField(max_length=8)),
                ("joined", models.DateTimeField(auto_now_add=True)),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pupils",
                        to="studio.classroom",
                    ),
                ),
            ],
            options={
                "ordering": ["folded"],
                "constraints": [
                    models.UniqueConstraint(fields=("classroom", "folded"), name="one_name_a_class")
                ],
            },
        ),
    ]
