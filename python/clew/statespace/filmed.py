"""The part of a state space that makes animations."""

from __future__ import annotations

from clew.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from clew.search.limits import Limits


class Filmed:
    """What can be shown as an animation."""

    def film(
        self,
        path: str | PathLike[str],
        *,
        highlight: object = None,
        theme: str = "light",
        width: int = 720,
        length: float | None = None,
        seed: int = 0,
        limits: Limits | None = None,
        on_progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Writes an animation of the map in three dimensions: it turns, grows from the start, and a path
        runs through it, with the board beside it. Needs the extra `draw`; `.webm` and `.mp4` also need the
        program ffmpeg, `.gif` does not.

        `highlight`: the path, as in `draw`; None takes a shortest solution, if there is one. `length`: in
        seconds; None: it depends on the number of moves. `limits`: seconds, and `cancel`. `on_progress` is
        called after each frame with the number of frames made and that of all.

        Raises `ClewError` for what cannot be drawn and if the extra or the program is missing, `LimitReached`
        at the limit on seconds, `OSError` if the file cannot be written. Then there is no file.
        """
        late("maps.film.film")(
            self, path, highlight=highlight, theme=theme, width=width, length=length, seed=seed,
            limits=limits, on_progress=on_progress,
        )  # fmt: skip
