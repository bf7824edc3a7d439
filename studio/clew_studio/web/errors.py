"""Turns the framework's errors below the API's path into the API's problem format."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from clew_studio.requests.problems import CODES, Problem
from clew_studio.web.csrf import API


class ErrorMiddleware:
    """Answers HEAD as GET without a body, and turns plain errors into problems."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        if request.method == "HEAD":
            request.method = "GET"
        response = self.get_response(request)
        if response.status_code < 400 or response["Content-Type"] == "application/problem+json":
            return response
        code = "invalid" if response.status_code == 400 else CODES.get(response.status_code, "error")
        problem = Problem(code).response()
        if "Allow" in response:
            problem["Allow"] = response["Allow"]
        return problem
