"""tools/release: what it refuses to release, and the papers that it writes."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.house.pages import ROOT
from tools.release import Fault, papers
from tools.release.check import NEEDED, STUDIO, check, check_studio, granted
from tools.release.trial import runs_here

TAG = "cp311-abi3-win_amd64"


def wheel(folder: Path, *more: str, without: str = "", needs: str = "") -> Path:
    """A wheel that has what `check` looks for, and `more` files."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = ["Metadata-Version: 2.4", "Name: clew", "Version: 1.2.3"]
    about += [f"Provides-Extra: {extra}" for extra in extras["optional-dependencies"]]
    about += ["Requires-Dist: numpy; extra == 'map'", *([f"Requires-Dist: {needs}"] if needs else [])]
    path = folder / f"clew-1.2.3-{TAG}.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("clew-1.2.3.dist-info/METADATA", "\n".join(about) + "\n")
        for name in (*NEEDED, *more):
            if name != without:
                packed.writestr(f"{name}file.json" if name.endswith("/") else name, "{}")
    return path


def test_a_complete_wheel_passes_with_its_size(tmp_path: Path) -> None:
    assert check(wheel(tmp_path)).startswith(f"clew-1.2.3-{TAG}.whl: 0.0 MB, {len(NEEDED) + 1} files")


@pytest.mark.parametrize("part", NEEDED)
def test_a_wheel_that_lacks_a_part_is_refused(part: str, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="lacks"):
        check(wheel(tmp_path, without=part))


def test_a_studio_without_an_engine_for_pages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "clew_studio-1.2.3-py3-none-any.whl"
    for parts in (STUDIO, [part for part in STUDIO if not part.endswith("ricochet.wasm")]):
        with zipfile.ZipFile(path, "w") as packed:
            for name in ("clew_studio-1.2.3.dist-info/METADATA", *parts):
                packed.writestr(name, "")
        if parts is STUDIO:
            assert f"{len(STUDIO) + 1} files" in check_studio(path)
    with pytest.raises(Fault, match=r"lacks clew_studio/pages/static/ricochet\.wasm"):
        check_studio(path)


@pytest.mark.parametrize("name", ["clew/tests/test_x.py", "clew/__pycache__/a.pyc", "clew/engine/lib.rs"])
def test_a_wheel_with_a_file_for_developers_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="nobody needs"):
        check(wheel(tmp_path, name))


def test_a_wheel_that_needs_another_package_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="needs requests"):
        check(wheel(tmp_path, needs="requests"))


def test_a_wheel_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.release.check.MOST", 100)
    with pytest.raises(Fault, match="at most 100"):
        check(wheel(tmp_path))


@pytest.mark.parametrize(
    ("system", "machine", "tag", "here"),
    [
        ("linux", "x86_64", "manylinux_2_17_x86_64.manylinux2014_x86_64", True),
        ("linux", "x86_64", "manylinux_2_17_aarch64.manylinux2014_aarch64", False),
        ("linux", "aarch64", "manylinux_2_17_aarch64.manylinux2014_aarch64", True),
        ("linux", "x86_64", "win_amd64", False),
        ("darwin", "arm64", "macosx_11_0_arm64", True),
        ("darwin", "arm64", "macosx_11_0_x86_64", False),
        ("win32", "AMD64", "win_amd64", True),
    ],
)
def test_only_wheels_for_this_machine_are_tried(
    system: str, machine: str, tag: str, here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert runs_here(Path(f"clew-1.2.3-cp311-abi3-{tag}.whl")) is here


def test_a_wheel_may_not_promise_older_systems_than_its_libraries_need() -> None:
    old, new = (f"clew-1.2.3-cp311-abi3-manylinux_2_{glibc}_x86_64.whl" for glibc in (17, 34))
    said = 'x.whl is consistent with the\nfollowing platform tag: "manylinux_2_34_x86_64".\n'
    assert granted(new, said) == "manylinux_2_34_x86_64"
    assert granted("clew-1.2.3-cp311-abi3-linux_x86_64.whl", said) == "manylinux_2_34_x86_64"
    with pytest.raises(Fault, match="promises more systems"):
        granted(old, said)
    with pytest.raises(Fault, match="cannot judge"):
        granted(old, "")


def test_notes_are_the_section_of_the_version() -> None:
    changelog = "# Changes\n\n## Next\n\n- new\n\n## 0.2.0\n\n- second\n\n## 0.1.0\n\n- first\n"
    assert papers.notes(changelog, "0.2.0") == "# Clew 0.2.0\n\n- second\n"
    with pytest.raises(Fault, match=r"nothing under 0\.3\.0"):
        papers.notes(changelog, "0.3.0")


def test_hashes_are_lines_for_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"abc")
    assert papers.hashes([tmp_path / "a.txt"]) == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n"
    )


def test_the_bill_of_materials_comes_out_of_the_wheel(tmp_path: Path) -> None:
    assert papers.bills(wheel(tmp_path)) == {f"clew-1.2.3-{TAG}-file.json": b"{}"}
    with pytest.raises(Fault, match="no bill of materials"):
        papers.bills(wheel(tmp_path, without="sboms/"))
