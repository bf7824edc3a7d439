"""Whether the time of a game is the server's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studio", "0001_initial")]
    operations = [
        migrations.AddField(model_name="game", name="timed", field=models.BooleanField(default=True)),
    ]
