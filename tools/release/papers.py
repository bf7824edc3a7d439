"""What goes with a release: hashes, what each wheel contains (CycloneDX, as maturin writes it), notes."""

from __future__ import annotations

import hashlib
import re
import zipfile
from pathlib import Path

from tools.release import DIST, ROOT, Fault, wheels


def papers() -> None:
    """Writes them to dist/."""
    for wheel in wheels():
        for name, text in bills(wheel).items():
            (DIST / name).write_bytes(text)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (DIST / "NOTES.md").write_text(notes(changelog, version()), encoding="utf-8")
    files = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    (DIST / "SHA256SUMS").write_text(hashes(files), encoding="utf-8")


def version() -> str:
    """The version that the wheels have."""
    return wheels()[0].name.split("-")[1]


def hashes(files: list[Path]) -> str:
    """Lines for `sha256sum --check`."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def bills(wheel: Path) -> dict[str, bytes]:
    """The bills of materials in a wheel, under names with that of the wheel. Raises `Fault` without any."""
    with zipfile.ZipFile(wheel) as packed:
        found = [name for name in packed.namelist() if "sboms/" in name and name.endswith(".json")]
        if not found:
            raise Fault(f"{wheel.name} has no bill of materials: build it with maturin")
        return {f"{wheel.stem}-{name.rpartition('/')[2]}": packed.read(name) for name in found}


def notes(changelog: str, version: str) -> str:
    """The changes of a version. Raises `Fault` if the changelog has none."""
    sections = re.split(r"^## (.+)\n", changelog, flags=re.MULTILINE)
    texts = dict(zip(sections[1::2], sections[2::2], strict=True))
    text = texts.get(version, "").strip()
    if not text:
        raise Fault(f"CHANGELOG.md has nothing under {version}")
    return f"# Clew {version}\n\n{text}\n"
