"""``python -m tools.contract``: accept the public names, options and keys as they are now."""

from __future__ import annotations

import argparse
import sys

from tools.contract import FOLDER, PARTS, text
from tools.contract.compare import changes


def main() -> int:
    argparse.ArgumentParser(prog="python -m tools.contract", description=__doc__).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in PARTS:
        path, new = FOLDER / name, text(name)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        sys.stdout.writelines(f"{line}\n" for line in changes(name, old, new))
        path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
