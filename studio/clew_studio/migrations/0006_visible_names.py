"""Names of pupils without anything that cannot be seen, as they are looked up now."""

import unicodedata
from typing import Any

from django.db import migrations

from clew_studio import text_limits


def take_out(apps: Any, editor: Any) -> None:
    """Names stay that would be nothing, or those of somebody else in the class."""
    pupils = apps.get_model("studio", "Pupil").objects.using(editor.connection.alias)
    for pupil in pupils.all():
        seen = [
            sign for sign in unicodedata.normalize("NFKC", pupil.name) if not text_limits.is_invisible(sign)
        ]
        name = " ".join("".join(seen).split())
        folded = name.casefold()
        others = pupils.filter(classroom=pupil.classroom_id, folded=folded).exclude(pk=pupil.pk)
        if name and name != pupil.name and not others.exists():
            pupils.filter(pk=pupil.pk).update(name=name, folded=folded)


class Migration(migrations.Migration):
    dependencies = [("studio", "0005_experiments")]
    operations = [migrations.RunPython(take_out, migrations.RunPython.noop)]
