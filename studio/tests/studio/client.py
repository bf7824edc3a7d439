"""A browser without a page: cookies, the token, JSON; over the network like everybody."""

from __future__ import annotations

import json
import time
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from tests.promptness import HANGS
from tests.studio import described

Json = Any


class Reply(NamedTuple):
    status: int
    headers: Message
    data: bytes
    address: str = ""
    """Where the answer was found, after all redirects."""

    @property
    def json(self) -> Json:
        return json.loads(self.data)

    def good(self, status: int | None = None) -> Json:
        """The JSON of an answer that is no error; of that status where one is given."""
        assert self.status < 400, f"{self.status}: {self.data[:2000].decode(errors='replace')}"
        assert status is None or self.status == status, f"{self.status}, expected {status}"
        return self.json if self.data else None

    def problem(self, status: int, code: str) -> Json:
        """The problem of an answer, which must be that one."""
        assert self.headers["Content-Type"] == "application/problem+json", (self.status, self.data[:500])
        body = self.json
        assert (self.status, body["code"], body["status"]) == (status, code, status), body
        assert {"type", "title", "detail"} <= body.keys()
        return body


class Client:
    """One browser: its cookies are its own."""

    def __init__(self, site: str, language: str | None = None) -> None:
        self.site = site
        self.cookies = CookieJar()
        self.language = language
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies))

    def cookie(self, name: str) -> str | None:
        return next((cookie.value for cookie in self.cookies if cookie.name == name), None)

    def ask(
        self,
        method: str,
        path: str,
        body: Json = None,
        *,
        data: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """One request below /api/v1, or of the address itself where it begins with `//`."""
        address = path[1:] if path.startswith("//") else f"/api/v1{path}"
        sent = {"Content-Type": "application/json", **(headers or {})}
        token = self.cookie("csrftoken")
        if token is not None:
            sent.setdefault("X-CSRFToken", token)
        if self.language is not None:
            sent["Accept-Language"] = self.language
        if body is not None:
            data = json.dumps(body, default=str).encode()
        address = quote(address, safe="/?=&%:+,.-")
        request = Request(self.site + address, data=data, method=method, headers=sent)
        try:
            with self.opener.open(request, timeout=HANGS) as response:
                reply = Reply(response.status, response.headers, response.read(), response.url)
        except HTTPError as error:
            with error:
                return Reply(error.code, error.headers, error.read(), error.url)
        kind, packed = reply.headers.get_content_type(), reply.headers["Content-Encoding"]
        if kind == "application/json" and not packed and not path.startswith("//"):
            described.check(method, path, reply.status, reply.json)
        return reply

    def get(self, path: str) -> Reply:
        return self.ask("GET", path)

    def post(self, path: str, body: Json = None) -> Reply:
        return self.ask("POST", path, body)

    def answered(self, path: str, body: Json = None) -> Reply:
        """A question that a job answers where the machine is too busy to do so at once."""
        while (reply := self.post(path, body)).status == 202:
            time.sleep(0.1)
        return reply

    def know(self, board: str, state: str | None = None) -> None:
        """Lets a stranger ask how far a position is from the goal. After that the site knows at once, however
        busy the machine; before, it knows only what is found in an instant.
        """
        body = {"board": board} if state is None else {"board": board, "state": state}
        Client(self.site).answered("/hint", body).good(200)

    def publish(self, key: str) -> Json:
        """A board once it is published, which a job does where the machine is too busy to do so at once."""
        board = self.post(f"/boards/{key}/publish").good(200)
        while board["status"] == "checking":
            time.sleep(0.1)
            board = self.get(f"/boards/{key}").good()
        return board

    def delete(self, path: str, body: Json = None) -> Reply:
        return self.ask("DELETE", path, body)

    def sign_up(self, name: str, password: str = "correct horse battery") -> Json:
        self.get("/session").good()
        body = {"name": name, "email": f"{name}@example.org", "password": password}
        return self.post("/account", body).good(201)

    def upload(self, path: str, name: str, content: bytes, **fields: str) -> Reply:
        """A file in a form."""
        edge = "----clew"
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
        ]
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        parts += [f"{head}Content-Type: text/csv\r\n\r\n".encode(), content, f"\r\n--{edge}--\r\n".encode()]
        kind = f"multipart/form-data; boundary={edge}"
        return self.ask("POST", path, data=b"".join(parts), headers={"Content-Type": kind})
