"""A visit to an installed studio: starts it, opens its first page and its client, asks its API, ends it.

Run by `tools.release.trial` with the Python of the environment; needs nothing but the standard library.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tempfile
from urllib.request import urlopen


def visit(address: str) -> str:
    """Opens what a browser would. Returns a line about it; raises if anything is missing."""
    with urlopen(f"{address}/") as answer:
        page = answer.read().decode()
    scripts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
    if not scripts:
        raise SystemExit("the studio's page loads no client: the wheel was built without it")
    for script in scripts:
        with urlopen(address + script) as answer:
            answer.read()
    with urlopen(f"{address}/api/v1/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    return f"the studio serves its page, {len(scripts)} files of its client and {len(paths)} addresses"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "clew", "studio", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
            assert studio.stdout is not None
            try:
                for line in studio.stdout:
                    if found := re.search(r"Clew studio: (http://\S+)", line):
                        print(visit(found[1]))
                        return 0
            finally:
                studio.send_signal(signal.SIGINT)
    print("the studio ended before it served anything", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
