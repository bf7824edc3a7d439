"""Tells systemd (`Type=notify`) that this process serves, so that a restart of the parts waits for each."""

from __future__ import annotations

import os
import socket

VARIABLE = "NOTIFY_SOCKET"


def tell_ready() -> None:
    """Report that this process is ready; does nothing unless systemd started it and waits for that."""
    address = os.environ.pop(VARIABLE, "")  # the solvers that this process starts have nothing to report
    if not address:
        return
    if address.startswith("@"):  # a name without a file
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as told:
        told.sendto(b"READY=1", address)
