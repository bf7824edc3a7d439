"""Compressed answers: JSON, pages and drawings are sent as gzip to clients that accept it.

The client's own files are compressed when it is built, with brotli too, and served by WhiteNoise. No answer
contains a secret beside text that a stranger could choose, so the compressed length reveals nothing (as in
the BREACH attack): the tokens are in cookies.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware

TEXTS = (
    "text/",
    "application/json",
    "application/wasm",
    "application/problem+json",
    "application/manifest+json",
    "image/svg+xml",
)
"""The media types that compress well. Pictures, animations and sheets are compressed already."""


class CompressionMiddleware(GZipMiddleware):
    """Compresses text answers and engines."""

    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the answer, compressed if it is a text of some length and the client accepts gzip."""
        if not response.headers.get("Content-Type", "").startswith(TEXTS):
            return response
        compressed: HttpResponse = super().process_response(request, response)
        return compressed
