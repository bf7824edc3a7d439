"""Pictures of every page in every state, to be looked at: `python -m tests.browser.looks FOLDER [WORD...]`.

Phones, tablets and desks, light and dark, in English and French. With WORDs only the visits (`desk-light-en`,
or the beginning of one: `desk`) and the states whose names have one of them. What can be measured is printed:
jumps, sideways scrolling, small targets. `index.html` shows them all, a state in each row; `sheet-*.png` hold
many on one page.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Error, sync_playwright

from tests.browser.conftest import CHROMIUM, serving
from tests.browser.measuring import WATCH_SHIFTS, shifts, small_targets, too_wide
from tests.browser.states import AS_MEMBER, STATES, State, show, sign_up

SIZES = {
    "tiny": (320, 568),
    "small": (360, 740),
    "phone": (390, 844),
    "sideways": (740, 360),
    "tablet": (768, 1024),
    "zoomed": (720, 450),  # a desk at 200 %
    "low": (1280, 640),
    "desk": (1440, 900),
}
TOUCHED = ("tiny", "small", "phone", "sideways", "tablet")
TALLEST = 2000
SHEETS = {
    **dict.fromkeys(("tiny", "small", "phone"), (0.62, 7, 1)),
    **dict.fromkeys(("sideways", "zoomed"), (0.7, 3, 3)),
    "tablet": (0.5, 5, 1),
    "low": (0.5, 3, 3),
    "desk": (0.45, 3, 3),
}
"""For each size how much smaller it is on a sheet, and how many stand across and down."""


def look(
    browser: Any, site: str, folder: Path, size: str, theme: str, language: str, words: list[str]
) -> None:
    """One visit: every state, by a guest who then signs up."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        locale=language,
        base_url=site,
        is_mobile=size in TOUCHED,
        has_touch=size in TOUCHED,
        reduced_motion="no-preference",
    )
    context.set_default_timeout(20_000)
    context.add_init_script(WATCH_SHIFTS)
    visit = name_of(size, theme, language)
    (folder / visit).mkdir(parents=True, exist_ok=True)
    for states in (STATES, AS_MEMBER):
        chosen = [state for state in states if not words or any(word in state.name for word in words)]
        if states is AS_MEMBER and chosen:
            page = context.new_page()
            sign_up(page, f"ada-{visit}")
            page.close()
        for state in chosen:
            draw(context, state, folder / visit / f"{state.name}.png", visit)
    context.close()
    sheets(folder, visit, size)


def name_of(size: str, theme: str, language: str) -> str:
    return f"{size}-{theme}-{language[:2]}"


def draw(context: Any, state: State, path: Path, visit: str) -> None:
    page = context.new_page()
    told = []
    page.on("pageerror", lambda error: told.append(f"error: {error}"))
    try:
        show(state, page)
        told += shifts(page, state.jumps) + small_targets(page) + too_wide(page)
    except (Error, AssertionError) as error:
        told.append(f"not reached: {str(error).splitlines()[0]}")
    page.screenshot(path=path, full_page=True)
    page.unroute_all(behavior="ignoreErrors")
    page.close()
    with Image.open(path) as picture:
        if picture.height > TALLEST:
            picture.crop((0, 0, picture.width, TALLEST)).save(path)
    for one in told:
        print(f"{visit} {state.name}: {one}", flush=True)


def sheets(folder: Path, visit: str, size: str) -> None:
    """Puts the pictures of a visit together, as many on a sheet as one can look at."""
    scale, across, down = SHEETS[size]
    wide, high = (round(side * scale) for side in SIZES[size])
    tall = round(high * (2 if down == 1 else 1.4))
    paths = sorted((folder / visit).glob("*.png"))
    for number in range(0, len(paths), across * down):
        sheet = Image.new("RGB", (across * (wide + 8), down * (tall + 22)), "#888")
        pen = ImageDraw.Draw(sheet)
        for place, path in enumerate(paths[number : number + across * down]):
            x, y = place % across * (wide + 8), place // across * (tall + 22)
            pen.text((x + 4, y + 4), path.stem, fill="white")
            with Image.open(path) as picture:
                small = picture.convert("RGB").resize((wide, round(picture.height * wide / picture.width)))
            sheet.paste(small.crop((0, 0, wide, min(tall, small.height))), (x, y + 20))
        sheet.save(folder / f"sheet-{visit}-{number // (across * down) + 1}.png")


def index(folder: Path) -> None:
    """A page with all pictures: a row for each state, a column for each visit."""
    visits = sorted(path.name for path in folder.iterdir() if path.is_dir())
    names = sorted({path.stem for visit in visits for path in (folder / visit).glob("*.png")})
    rows = [f"<tr><th></th>{''.join(f'<th>{visit}</th>' for visit in visits)}</tr>"]
    for name in names:
        cells = [f"{visit}/{name}.png" for visit in visits]
        shown = "".join(
            f'<td><a href="{cell}"><img src="{cell}" alt="" loading="lazy"></a></td>'
            if (folder / cell).exists()
            else "<td></td>"
            for cell in cells
        )
        rows.append(f"<tr><th>{name}</th>{shown}</tr>")
    style = (
        "img{max-width:240px;max-height:480px}td,th{vertical-align:top;font:13px sans-serif;text-align:left}"
    )
    text = f"<!doctype html><meta charset=utf-8><title>Pictures</title><style>{style}</style>"
    (folder / "index.html").write_text(f"{text}<table>{''.join(rows)}</table>", encoding="utf-8")


def main() -> int:
    folder, words = Path(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as held, serving(Path(held)) as site, sync_playwright() as driver:
        data = Path(held) / "data"
        subprocess.run([sys.executable, "-m", "tests.browser.arranged", data], check=True)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visits = [
            (size, theme, language)
            for size in SIZES
            for theme in ("light", "dark")
            for language in ("en-GB", "fr-FR")
        ]
        named = [word for word in words if word.startswith(tuple(SIZES))]
        for visit in visits:
            if not named or any(name_of(*visit).startswith(word) for word in named):
                look(browser, site, folder, *visit, [word for word in words if word not in named])
        browser.close()
    index(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
