"""``python -m tools.site``: from docs/ to build/site/, without a warning and without a dead link.

The pages are copied to build/pages/ with their generated parts written into them (`stage`, `parts`, `api`,
`commands`), Sphinx makes HTML of them, the scripts of boards to play are put
beside them, and `check` looks at every link of the result.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from clew.scenes import FAMILIES
from clew_studio.pages.element import scripts
from tools.site.check import check
from tools.site.llms import llms
from tools.site.stage import ROOT, stage

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
WORK = ROOT / "build" / "site-work"


def sphinx(pages: Path, site: Path) -> int:
    """Runs Sphinx, with warnings as errors."""
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    command += ["--conf-dir", str(Path(__file__).parent), "--doctree-dir", str(WORK), str(pages), str(site)]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(command, check=False, env={**os.environ, "PYTHONPATH": path}).returncode


def main() -> int:
    argparse.ArgumentParser(prog="python -m tools.site", description=__doc__).parse_args()
    for folder in (PAGES, SITE, WORK):
        shutil.rmtree(folder, ignore_errors=True)
    stage(PAGES)
    if sphinx(PAGES, SITE) != 0:
        return 1
    for name, script in scripts(FAMILIES).items():
        (SITE / "_static" / name).write_bytes(script)
    texts = {str(page.relative_to(PAGES)): page.read_text(encoding="utf-8") for page in PAGES.rglob("*.md")}
    (SITE / "llms.txt").write_text(llms(texts), encoding="utf-8")
    faults, outside = check(SITE)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    listed = WORK / "external-links.txt"
    listed.write_text("".join(f"{link}\n" for link in outside), encoding="utf-8")
    count = sum(1 for _ in SITE.rglob("*.html"))
    print(f"{SITE.relative_to(ROOT) / 'index.html'}: {count} pages, no broken links;")
    print(f"{len(outside)} external links were not followed: {listed.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
