"""Quotas that an operator changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studio", "0002_times_packs_names")]
    operations = [
        migrations.CreateModel(
            name="Quota",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("most", models.PositiveBigIntegerField()),
            ],
        ),
    ]
