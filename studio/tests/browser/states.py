"""Every page of the site in every state that it can be in: how to get there, and how to know that one has.

The tests look at each for barriers, jumps and small targets; `python -m tests.browser.looks` draws them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import clew
from tests.browser.arranged import ASKING, OVER, TIMED, joined
from tests.browser.measuring import MOST_SHIFT
from tests.browser.played import (
    AWAY,
    ELSEWHERE,
    WON_AWAY,
    moves_on,
    played_apart,
    plays_some,
    wins,
)
from tests.browser.playing import by_click, settled, solution_of
from tests.browser.standing_in import (
    CODES,
    ON,
    PASSWORD,
    PROBLEM,
    STEP,
    answers,
    asked_for_a_code,
    empty,
    fails,
    has_codes,
    never,
    offered_a_key,
    offline,
    press,
)

Page = Any


class State(NamedTuple):
    """A page as somebody sees it.

    `before` is done before the address is opened, `then` after that; `jumps`: how far what stands there may.
    """

    name: str
    address: str
    then: Callable[[Page], object] | None = None
    before: Callable[[Page], object] | None = None
    jumps: float = MOST_SHIFT


def show(state: State, page: Page) -> None:
    """Brings a page into a state."""
    if state.before is not None:
        state.before(page)
    page.goto(state.address)
    page.wait_for_function("() => / · Clew$/.test(document.title) || document.querySelector('.loading')")
    if state.before is None:
        page.wait_for_function("() => !document.querySelector('.loading')")
    page.wait_for_timeout(700)
    if state.then is not None:
        state.then(page)
    page.wait_for_timeout(350)


def hints(count: int) -> Callable[[Page], object]:
    def act(page: Page) -> None:
        page.locator(".controls .hint").click()  # says what a hint costs
        for _ in range(count):
            page.locator(".controls .hint").click()
            page.wait_for_timeout(400)

    return act


def passes_soon(page: Page) -> None:
    """Plays until a coin must pass, and asks for a hint that says so."""
    for number, move in enumerate(solution_of("coroutine-bailey-1"), 1):
        if move.endswith("-"):
            break
        by_click(page, str(move))
        settled(page, number)
    hints(2)(page)


def refused(page: Page) -> None:
    piece = page.locator('.board [data-piece="A"] .body').bounding_box()
    page.mouse.move(piece["x"] + 10, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    page.mouse.move(piece["x"] + 200, piece["y"] + piece["height"] / 2, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)


def solves(page: Page) -> None:
    solve_tab(page)
    press(".panel button.primary, .panel .button")(page)
    page.locator(".solutions button").first.wait_for()


def solve_tab(page: Page) -> None:
    tab = page.locator('[role="tab"]').locator("visible=true").last
    if tab.count():
        tab.click()


def steps(page: Page) -> None:
    solves(page)
    page.locator(".solutions button").first.click()
    page.locator(".player").first.wait_for()
    page.wait_for_timeout(500)


def heats(page: Page) -> None:
    """Has the maker show where solutions pass."""
    press(".row .low[aria-pressed]")(page)
    page.locator(".heat select").first.wait_for()


def publishes(page: Page) -> None:
    press(".actions .primary")(page)
    page.locator(".note .notice").wait_for()


LONGER = "BR1 EU1 CL1 CR1 CL3 FU1 DL2 GD3 HD2 AR3"
"""A win on the board Garage at noon in two moves more than the fewest."""


def looks_back(page: Page) -> None:
    """Has a game reviewed."""
    press(".look .button")(page)
    page.locator(".look ol button").first.wait_for()


def reviews(*then: str) -> Callable[[Page], object]:
    """Reviews a game, then presses buttons there."""

    def act(page: Page) -> None:
        looks_back(page)
        press(*then)(page)

    return act


def solves_the_daily(page: Page) -> None:
    """Solves today's puzzle in the fewest moves."""
    page.goto("/daily")
    found = page.evaluate("fetch('/api/v1/daily').then(answer => answer.json())")
    moves = clew.solve(clew.parse(found["board"]["puzzle"])).moves
    assert moves
    page.goto(f"/play/{found['board']['id']}?moves={'+'.join(map(str, moves))}")
    page.locator(".over").wait_for()


def has_won(page: Page) -> None:
    """Wins a game, which may be looked back on."""
    page.goto(LOST)
    page.locator(".over").wait_for()


def to_profile(page: Page) -> None:
    """Opens one's own profile from the leaderboard."""
    page.locator("tr.me a").first.click()
    page.locator(".page h2").first.wait_for()


def to_history(page: Page) -> None:
    """Opens the review of the newest game that can be looked back on."""
    page.locator("a[href^='/games/']").first.click()
    page.locator(".look ol button").first.wait_for()


def forgotten(page: Page) -> None:
    """Whoever comes now has never been here."""
    page.context.clear_cookies()


MORE = "[aria-controls=more]"


def shows_keys(page: Page) -> None:
    """Opens the list of keys, which phones do not have."""
    press(MORE)(page)
    if page.locator("#more .keys").is_visible():
        press("#more .keys")(page)


def asks_for_the_solution(page: Page) -> None:
    """Asks for the solution: beside the board, or in the menu of a phone."""
    if not page.locator(".extras .links").is_visible():
        press(MORE)(page)
    press(".extras .button:has(.lucide-eye)")(page)


def makes_another(page: Page) -> None:
    """Asks for a new board and keeps waiting for it."""
    page.route("**/api/v1/jobs/*/events", lambda route: None)
    press(".make .button")(page)
    page.locator(".making").wait_for()


def by_link(key: str) -> Callable[[Page], object]:
    """Comes to an experiment as its participants do."""
    return lambda page: joined(page, key)


def waits_out(page: Page) -> None:
    page.locator(".notice .trouble, .notices .trouble").first.wait_for()


def dead_end(page: Page) -> None:
    """Drives a tile where nothing brings it back from, as the meter then says."""
    puzzle = clew.load("boards/ricochet/lunar-lockout.toml")
    state, made = puzzle.initial(), 0
    while made < 6:
        found = clew.hint(puzzle, state)
        move = next((name for name, after in found.moves if after is None), found.moves[-1][0])
        by_click(page, str(move))
        made += 1
        settled(page, made)
        state = puzzle.apply(state, move)
        if clew.hint(puzzle, state).distance is None:
            break
    page.wait_for_timeout(600)


LOST = f"/play/blocks-gar-1?moves={LONGER.replace(' ', '+')}"
GAR, BAILEY, PANGURU = "/play/blocks-gar-1", "/play/coroutine-bailey-1", "/play/pebbles-panguru-example"
STATES = [
    State("gallery", "/"),
    State("gallery-filters", "/?search="),
    State("gallery-family", "/?family=ricochet&sort=par"),
    State("gallery-empty", "/?search=nothing+is+called+so"),
    State("gallery-loading", "/?sort=new", before=never("**/api/v1/boards?*")),
    State("gallery-error", "/?sort=new", before=fails("**/api/v1/boards?*")),
    State("gallery-first-visit", "/", before=forgotten),
    State("menu", "/", press("header .menu button")),
    State("play-blocks", GAR),
    State("play-pebbles", PANGURU),
    State("play-ricochet", "/play/ricochet-water"),
    State("play-coroutine", BAILEY),
    State("play-moved", "/play/blocks-way-up", plays_some("blocks-way-up", 3)),
    State("gallery-started", "/"),
    State("play-hint-1", GAR, hints(1)),
    State("play-hint-2", "/play/pebbles-theta", hints(2)),
    State("play-hint-3", "/play/ricochet-water", hints(3)),
    State("play-hint-pass", BAILEY, passes_soon),
    State("play-hint-waiting", "/play/pebbles-fifteen-puzzle", hints(1)),
    State("play-refused", "/play/blocks-sixty", refused),
    State("play-dead-end", "/play/ricochet-lunar-lockout", dead_end),
    State("play-more", GAR, press(MORE)),
    State("play-nickname", LOST, press(".nickname .link"), forgotten),
    State("play-first-win", LOST, before=forgotten),
    State("play-won", "/play/coroutine-bailey-3", wins),
    State("play-hint-cost", "/play/blocks-sixty", press(".controls .hint")),
    State("play-loading", f"{GAR}?moves=", before=never("**/api/v1/boards/*/play")),
    State("play-error", f"{GAR}?moves=", before=fails("**/api/v1/boards/*/play")),
    State("play-review", LOST, looks_back),
    State("play-review-waiting", LOST, press(".look .button"), never("**/api/v1/games/*/review")),
    State("play-review-shown", LOST, reviews(".look .row .button:not(.square)")),
    State("play-review-all", LOST, reviews(".look .links .link", ".look [data-step='7'] button")),
    State("play-won-more", LOST, press(MORE)),
    State("play-keys", GAR, shows_keys),
    State("play-solution", "/play/blocks-way-up", asks_for_the_solution),
    State("play-game", "/play/puzzlescript-pond-1"),
    State("game-history", "/stats", to_history, has_won),
    State("daily-calendar", "/daily"),
    State("daily-solved", "/", before=solves_the_daily),
    State("daily-calendar-solved", "/daily", before=solves_the_daily),
    State("next", "/next"),
    State("next-chosen", "/next", press(".wishes button >> nth=2")),
    State("next-making", "/next", makes_another),
    State("profile", "/leaderboards", to_profile, solves_the_daily),
    State("games", "/games"),
    State("games-written", "/games?board=puzzlescript-pond-1"),
    State("worlds", "/world"),
    State("world", "/world/meadow"),
    State("world-make", "/world/make?new"),
    State("world-make-drafts", "/world/make?new", press(".actions button >> nth=0")),
    State("world-make-level", "/world/make?new", press("#tab-level")),
    State("world-missing", "/world/no-such-level"),
    State("play-offline", GAR, hints(1), before=offline("**/api/v1/games/*/hint")),
    State("play-away", f"/play/{AWAY}", moves_on(AWAY, 4), before=offline("**/api/v1/games/*/moves")),
    State(
        "play-away-won", f"/play/{WON_AWAY}", moves_on(WON_AWAY), before=offline("**/api/v1/games/*/moves")
    ),
    State("play-apart", f"/play/{ELSEWHERE}", played_apart, before=offline("**/api/v1/games/*/moves")),
    State("play-missing", "/play/no-such-board"),
    State("play-shared", "/play/blocks-way-up?moves=AU1"),
    State("embed", "/embed/blocks-gar-1"),
    *(
        State(f"rules-{family}", f"/rules/{family}")
        for family in ("pebbles", "blocks", "ricochet", "coroutine", "puzzlescript")
    ),
    State("maker", "/maker"),
    *(State(f"maker-{family}", f"/maker?family={family}") for family in ("pebbles", "blocks", "coroutine")),
    State("maker-board", "/maker/blocks-gar-1"),
    State("maker-import", "/maker", press(".actions button >> nth=1")),
    State("maker-export", "/maker/blocks-gar-1", press(".actions button >> nth=2")),
    State("maker-heat", "/maker/blocks-gar-1", heats),
    State("maker-solved", "/maker/blocks-gar-1", solves),
    State("maker-steps", "/maker/ricochet-noughts-and-crosses", steps),
    State("maker-needs-account", "/maker/blocks-gar-1", publishes),
    State("maker-missing", "/maker/no-such-board"),
    State("map", "/map/coroutine-bailey-3"),
    State("map-blocks", "/map/blocks-gar-1"),
    State("map-truncated", "/map/pebbles-panguru-25"),
    State("map-loading", "/map/blocks-way-up", before=never("**/api/v1/map")),
    State("map-missing", "/map/no-such-board"),
    State("maps", "/map"),
    State("maps-empty", "/map", before=empty("**/api/v1/maps?*")),
    State("packs", "/packs"),
    State("packs-empty", "/packs", before=empty("**/api/v1/packs?*")),
    State("packs-error", "/packs", before=offline("**/api/v1/packs?*")),
    State("pack", "/packs/blocks"),
    State("pack-in-order", "/packs/first-steps"),
    State("pack-missing", "/packs/no-such-pack"),
    State("experiment-consent", f"/experiment/{ASKING}"),
    State("experiment-before", f"/experiment/{TIMED}"),
    State("experiment-play", f"/play/coroutine-one-row?pack={TIMED}", before=by_link(TIMED)),
    State("experiment-running", f"/experiment/{TIMED}"),
    State("experiment-time-over", f"/play/coroutine-one-row?pack={OVER}", waits_out, by_link(OVER), 0.02),
    State("experiment-over", f"/experiment/{OVER}"),
    State("scores", "/leaderboards"),
    State("scores-empty", "/leaderboards", before=empty("**/api/v1/leaderboard?*")),
    State("scores-loading", "/leaderboards", before=never("**/api/v1/leaderboard?*")),
    State("stats", "/stats"),
    State("news", "/news"),
    State("news-empty", "/news", before=empty("**/api/v1/news?*")),
    State("research", "/research"),
    State("account", "/account"),
    State("account-new", "/account", press(".page form ~ * button, .page .button.plain")),
    State("account-reset", "/account/reset/x/y"),
    State(
        "account-code",
        "/account",
        asked_for_a_code,
        answers("**/api/v1/session", {**PROBLEM, "code": "second-step", "status": 401}, 401, "POST"),
    ),
    State(
        "account-reset-code",
        "/account/reset/x/y",
        before=answers("**/api/v1/account/reset/x/y", {"name": "ada", "second_step": True}),
    ),
    State("not-found", "/nowhere"),
]


def sign_up(page: Page, name: str) -> None:
    """An account, made by the API with the page's own session."""
    page.goto("/account")
    page.wait_for_load_state("networkidle")
    page.evaluate(
        """async ([name, password]) => {
            const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? '';
            const answer = await fetch('/api/v1/account', {
                method: 'POST',
                headers: {'Content-Type': 'application/json', 'X-CSRFToken': token},
                body: JSON.stringify({name, email: `${name}@example.org`, password}),
            });
            if (!answer.ok) throw new Error(await answer.text());
        }""",
        [name, PASSWORD],
    )


AS_MEMBER = [
    State("maker-published", "/maker/blocks-gar-1", publishes),
    State("play-same-board", "/?mine=true", press(".cards a")),
    State("gallery-mine", "/?mine=true"),
    State("account-member", "/account"),
    State("account-delete", "/account", press("details summary")),
    State("account-step", "/account", offered_a_key),
    State("account-step-codes", "/account", has_codes, answers(STEP, {"recovery_codes": CODES}, 200, "PUT")),
    State("account-step-on", "/account", before=answers(STEP, ON)),
    State("account-step-off", "/account", press("section .state button >> nth=1"), answers(STEP, ON)),
    State("stats-member", "/stats"),
]
"""States for which one must have signed up: those before were a guest's."""
