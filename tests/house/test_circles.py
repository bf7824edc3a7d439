"""No file of Clew's Python needs, in the end, itself: neither at the top nor by an import in a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.house.imports import ROOT, circles, imports

if TYPE_CHECKING:
    from pathlib import Path


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = imports() | imports(ROOT.parent / "lab") | imports(ROOT.parent / "world")
    found = [
        [
            f"{one}, line {line}, imports {other}"
            for one in circle
            for other, line in graph[one].items()
            if other in circle
        ]
        for circle in circles(graph)
    ]
    assert found == []


def test_a_circle_is_found_wherever_its_imports_stand(tmp_path: Path) -> None:
    files = {
        "house/__init__.py": "",
        "house/one.py": "import house.two\n",
        "house/two.py": "def late():\n    from house import three\n",
        "house/three.py": "from house.one import name\n",
        "house/typed.py": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from house.reader import x\n",
        "house/reader.py": "from house.typed import y\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    graph = imports(tmp_path)
    assert graph["house.two"] == {"house.three": 2}
    assert circles(graph) == [["house.one", "house.three", "house.two"]]
