from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studio", "0005_addresses"),
    ]

    operations = [
        migrations.RenameField(model_name="board", old_name="likeness", new_name="symmetry_class"),
        migrations.RemoveConstraint(model_name="help", name="one_help_a_board"),
        migrations.RenameField(model_name="help", old_name="likeness", new_name="key"),
        migrations.AddConstraint(
            model_name="help",
            constraint=models.UniqueConstraint(fields=("player", "key"), name="one_help_a_board"),
        ),
    ]
