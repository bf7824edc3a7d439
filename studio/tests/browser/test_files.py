"""The files of the built client, as the server sends them."""

from __future__ import annotations

import re
import urllib.request
from email.message import Message


def got(address: str, accepts: str) -> tuple[Message, bytes]:
    request = urllib.request.Request(address, headers={"Accept-Encoding": accepts})
    with urllib.request.urlopen(request, timeout=10) as response:
        return response.headers, response.read()


def test_files_named_by_their_content_never_change_and_come_as_brotli(base_url: str) -> None:
    _, page = got(base_url, "identity")
    files = re.findall(r'(?:src|href)="(/static/studio/assets/[^"]+)"', page.decode())
    assert 3 <= len(files) <= 6, files
    for file in files:
        headers, body = got(base_url + file, "br, gzip")
        _, plain = got(base_url + file, "identity")
        assert "immutable" in headers["Cache-Control"], file
        assert headers["Content-Encoding"] == "br" or len(plain) < 512, file
        assert len(body) <= len(plain), file
        others, _ = got(base_url + file, "gzip")
        assert others["Content-Encoding"] in ("gzip", None), file
