"""A site as docs/operate.md puts it up: its parts behind nginx, with the shipped nginx.conf."""

from __future__ import annotations

import json
import re
import shutil
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any, NamedTuple

from tests.promptness import HANGS
from tests.studio.engines import free_port, program
from tests.studio.parts import Part, site

CONFIGURATION = Path(__file__).parents[3] / "deploy" / "nginx.conf.template"
NAME = "play.example.org"


class Front(NamedTuple):
    """nginx on a port with HTTPS and one without, where certbot leaves proofs, and what is behind it."""

    port: int
    plain: int
    proofs: Path
    parts: list[Part]

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        context = ssl._create_unverified_context()
        connection = HTTPSConnection("127.0.0.1", self.port, timeout=HANGS, context=context)
        sent = {"Host": NAME, "Content-Type": "application/json", **headers}
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        data = answer.read()
        told = {name: value for name, value in answer.getheaders() if name != "Set-Cookie"}
        cookies = answer.headers.get_all("Set-Cookie") or []
        told["cookies"] = "; ".join(cookie.partition(";")[0] for cookie in cookies)
        connection.close()
        return answer.status, data, told

    def ask_plainly(self, path: str) -> tuple[int, bytes, str | None]:
        """The status, the content and the target of an answer over HTTP."""
        connection = HTTPConnection("127.0.0.1", self.plain, timeout=HANGS)
        connection.request("GET", path, headers={"Host": NAME})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data, answer.getheader("Location")


@contextmanager
def running(folder: Path, *names: str, worlds: str = "", **environment: str) -> Iterator[Front]:
    """The parts behind nginx. `worlds`: other lines about where worlds are."""
    proxied = {"CLEW_PROXIES": "127.0.0.1", "CLEW_URL": f"https://{NAME}", **environment}
    with site(folder / "data", *names, **proxied) as parts:
        # Its workers have another user than this process when root runs the tests.
        proofs = Path(tempfile.mkdtemp(prefix="clew-proofs-"))
        proofs.chmod(0o755)
        found = Front(free_port(), free_port(), proofs, parts)
        process = subprocess.Popen(_nginx(folder, found, worlds), stderr=subprocess.DEVNULL)
        try:
            _wait(found)
            yield found
        finally:
            process.terminate()
            process.wait(HANGS)
            shutil.rmtree(proofs)


def _nginx(folder: Path, front: Front, worlds: str) -> list[str]:
    """The command that starts nginx with the shipped configuration, on other ports."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    served = [f"127.0.0.1:{part.port}" for part in front.parts if part.part != "work"]
    told = dict(zip(("WEB1", "WEB2", "WORLDS"), (*served, *3 * ["127.0.0.1:1"]), strict=False))
    text = filled(CONFIGURATION.read_text(), {**told, "NAME": NAME})
    if worlds:
        for number, place in enumerate(served[2:]):
            worlds = worlds.replace(f"127.0.0.1:{8003 + number}", place)
        begin, end = text.index("upstream clew_worlds"), text.index("server {\n    listen 80")
        text = f"{text[:begin]}{worlds}\n{text[end:]}"
    other = {
        "listen 80;": f"listen 127.0.0.1:{front.plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{front.port} ssl",
        "root /var/www/html;": f"root {front.proofs};",
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
    }
    for shipped, here in other.items():
        assert shipped in text, shipped
        text = text.replace(shipped, here)
    (folder / "site.conf").write_text(text)
    main = (
        f"daemon off; pid {folder}/pid; worker_rlimit_nofile 8192; events {{ worker_connections 4096; }}"
        f" http {{ access_log off; include {folder}/site.conf; }}"
    )
    (folder / "nginx.conf").write_text(main)
    return [
        program("nginx"),
        "-p",
        str(folder),
        "-e",
        str(folder / "nginx.log"),
        "-c",
        str(folder / "nginx.conf"),
    ]


def filled(template: str, told: dict[str, str]) -> str:
    """The template with these in place of its variables, as `envsubst` does it."""
    return re.sub(r"\$\{(\w+)\}", lambda found: told[found[1]], template)


def _wait(front: Front) -> None:
    until = time.monotonic() + HANGS
    while True:
        try:
            front.ask("GET", "/healthz")
            return
        except OSError:
            assert time.monotonic() < until, "nginx does not start"
            time.sleep(0.05)
