"""Compressed answers: JSON, pages and drawings travel as gzip to readers that take it.

The client's own files are compressed when it is built, with brotli too, and served by WhiteNoise. No answer
repeats a secret beside something that a stranger could choose, so that its length gives nothing away: the
tokens are in cookies.
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
"""What gets smaller. Pictures, animations and sheets are compressed already."""


class CompressionMiddleware(GZipMiddleware):
    """Compresses answers that are texts, and engines."""

    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the answer, compressed if it is a text of some length and the reader takes gzip."""
        if not response.headers.get("Content-Type", "").startswith(TEXTS):
            return response
        compressed: HttpResponse = super().process_response(request, response)
        return compressed
