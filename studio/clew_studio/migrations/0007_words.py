from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0006_symmetry_class"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="daily",
            options={"verbose_name": "puzzle of the day", "verbose_name_plural": "puzzles of the day"},
        ),
        migrations.AlterModelOptions(
            name="sitting",
            options={
                "ordering": ["-started", "-id"],
                "verbose_name": "start of an experiment",
                "verbose_name_plural": "starts of experiments",
            },
        ),
    ]
