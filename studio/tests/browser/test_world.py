"""The World page: a click is walked to, things are taken, a level is won; by mouse, touch and keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from clew_world.sounds import SOUNDS
from tests.browser.measuring import barriers
from tests.browser.test_pages import is_policy
from tests.browser.world_hands import LISTEN, PAD

LEVELS = (
    "Meadow",
    "Orchard",
    "Hills",
    "Harvest",
    "Henhouse",
    "Stockroom",
    "Canyon",
    "Gatehouse",
    "Round-up",
    "Tower",
    "The long way",
)
WALK_MS = 300_000
"""The longest that a walk may take, on a machine that is busy with other tests."""


def opened(page: Any, level: str = "meadow") -> None:
    """The page of a level, with its world running and drawn."""
    page.goto(f"/world/{level}")
    page.locator(".line", has_text="Tap or click where you want to go").wait_for()
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_function("() => document.querySelector('.tray canvas').width > 300")
    page.wait_for_timeout(300)


def pixel(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a point of Meadow is on the page: the whole level is on a wide screen."""
    box = page.locator(".tray").bounding_box()
    width, height = 22.0, 12.5
    scale = box["width"] / width
    return box["x"] + x * scale, box["y"] + box["height"] / 2 + (height / 2 - y) * scale


def in_words(page: Any) -> None:
    page.get_by_text("The world in words").click()
    page.get_by_role("heading", name="Go to").wait_for()


def found(page: Any, count: int) -> None:
    page.get_by_text(f"Banana: {count} of 3").wait_for(timeout=WALK_MS)


def test_every_level_is_offered_with_its_picture(page: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="World", exact=True).click()
    for title in LEVELS:
        picture = page.get_by_role("img", name=f"Picture of the level {title}")
        picture.wait_for()
        picture.scroll_into_view_if_needed()
        page.wait_for_function("node => node.complete && node.naturalWidth > 0", arg=picture.element_handle())
    page.get_by_role("link", name="Orchard").click()
    page.get_by_role("heading", name="Orchard").wait_for()


@pytest.mark.many
def test_a_click_is_walked_to_and_a_level_is_won(page: Any) -> None:
    opened(page)
    page.mouse.click(*pixel(page, 6.0, 4.4))
    page.locator(".line", has_text="On the way").wait_for()
    found(page, 1)
    page.locator(".line", has_text="Arrived").wait_for(timeout=WALK_MS)
    in_words(page)
    page.get_by_text("You: 6 m along, 4 m up").wait_for()
    page.mouse.click(*pixel(page, 7.5, 8.0))
    found(page, 2)
    page.mouse.click(*pixel(page, 19.2, 1.4))
    page.get_by_text("Well done: you found everything").first.wait_for(timeout=WALK_MS)
    page.get_by_text("30 points.").wait_for()
    onward = page.get_by_role("link", name="Next: Orchard")
    expect(onward).to_be_focused()
    onward.press("Enter")
    page.get_by_role("heading", name="Orchard").wait_for()


def test_the_canvas_shows_what_happens(page: Any) -> None:
    """It moves while the player walks, and stands in a pause."""
    opened(page)
    picture = "() => document.querySelector('.tray canvas').toDataURL()"
    page.mouse.click(*pixel(page, 19.2, 1.4))
    page.locator(".line", has_text="On the way").wait_for()
    first = page.evaluate(picture)
    page.wait_for_function(f"first => ({picture})() !== first", arg=first)
    page.get_by_role("button", name="Pause").click()
    page.locator(".line", has_text="Paused").wait_for()
    before, now = first, page.evaluate(picture)
    for _ in range(100):  # the last states that came are still drawn
        if now == before:
            break
        page.wait_for_timeout(400)
        before, now = now, page.evaluate(picture)
    assert now == before
    page.get_by_role("button", name="Resume").click()
    page.locator(".line", has_text="On the way").wait_for()
    page.get_by_role("button", name="Restart").click()
    page.locator(".line", has_text="Tap or click where you want to go").wait_for()


def test_a_world_goes_on_after_a_reload(page: Any) -> None:
    opened(page)
    page.mouse.click(*pixel(page, 6.0, 4.4))
    found(page, 1)
    page.reload()
    found(page, 1)


@pytest.mark.many
def test_the_keyboard_alone_reaches_everything(page: Any) -> None:
    opened(page)
    page.get_by_role("application", name="The world Meadow").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # 1.5 + 3 + 3 x 0.5 along, 1.2 + 3 up: the banana on the plank
    found(page, 1)
    page.keyboard.press("p")
    page.locator(".line", has_text="Paused").wait_for()
    page.keyboard.press("p")
    page.get_by_text("The world in words").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Banana: 8 m along, 8 m up").press("Enter")
    found(page, 2)
    page.locator("li", has_text="You picked up: banana.").nth(1).wait_for()
    page.locator('[role="status"]', has_text="Arrived").wait_for(state="attached")


@pytest.mark.many
def test_what_happens_is_heard_once_sound_is_switched_on(page: Any) -> None:
    page.add_init_script(
        """window.heard = [];
        const tone = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          const one = tone.call(this);
          const at = one.frequency.setValueAtTime.bind(one.frequency);
          one.frequency.setValueAtTime = (hertz, when) => {
            window.heard.push(hertz);
            return at(hertz, when);
          };
          return one;
        };"""
    )
    opened(page)
    page.mouse.click(*pixel(page, 6.0, 4.4))
    found(page, 1)
    assert page.evaluate("heard") == [], "nobody asked for sound"
    page.get_by_role("switch", name="Sound and vibration").click()
    page.mouse.click(*pixel(page, 7.5, 8.0))
    found(page, 2)
    page.wait_for_function("() => heard.length")
    assert page.evaluate("heard") == [note.hertz for note in SOUNDS["took"]]


@pytest.mark.many
def test_keys_that_are_held_steer(page: Any) -> None:
    opened(page)
    in_words(page)
    page.get_by_role("application", name="The world Meadow").focus()
    page.keyboard.down("d")
    page.get_by_text("You: 16 m along").wait_for(timeout=WALK_MS)  # a step in its way
    page.keyboard.up("d")
    page.keyboard.down("a")
    page.get_by_text("You: 0 m along").wait_for(timeout=WALK_MS)
    page.keyboard.up("a")


@pytest.mark.many
def test_a_gamepad_steers(page: Any) -> None:
    page.add_init_script(
        """const pad = {connected: true, axes: [0, 0], buttons: []};
        navigator.getGamepads = () => [pad];
        window.stick = x => { pad.axes[0] = x; };"""
    )
    opened(page)
    in_words(page)
    page.evaluate("stick(1)")
    page.get_by_text("You: 16 m along").wait_for(timeout=WALK_MS)
    page.evaluate("stick(-1)")
    page.get_by_text("You: 0 m along").wait_for(timeout=WALK_MS)


def test_a_gamepad_aims_with_its_right_stick_and_goes_there(page: Any) -> None:
    page.add_init_script(LISTEN + PAD)
    opened(page)
    cursor = "document.querySelector('.tray').dataset.cursor"
    assert page.evaluate(cursor) == ""
    page.evaluate("() => { aim = [6, 4.4] }")
    page.wait_for_function(
        f"() => {{ const [x, y] = {cursor}.split(' '); return Math.hypot(x - 6, y - 4.4) < 0.3; }}"
    )
    page.evaluate("() => { aim = null; push(2, true) }")
    page.locator(".line", has_text="On the way").wait_for()
    page.evaluate("() => { push(2, false); push(1, true) }")
    page.wait_for_function(f"() => {cursor} === ''")
    found(page, 1)


def test_a_finger_does_the_same_on_a_phone(visit: Any) -> None:
    page = visit(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    opened(page)
    box = page.locator(".tray").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.86)
    page.locator(".line", has_text="Arrived").wait_for(timeout=WALK_MS)
    in_words(page)
    told = page.get_by_text("You: ").inner_text()
    assert int(told.split()[1]) > 4, told


@pytest.mark.many
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_world_has_no_barrier_in_any_state(theme: str, visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, color_scheme=theme)
    policy: list[str] = []
    page.on("console", lambda message: policy.append(message.text) if is_policy(message.text) else None)
    opened(page)
    in_words(page)
    assert barriers(page) == []
    page.get_by_role("button", name="Banana: 19 m along").click()
    found(page, 1)
    page.get_by_role("button", name="Pause").click()
    page.locator(".line", has_text="Paused").wait_for()
    assert barriers(page) == []
    page.route("**/events", lambda route: route.abort())
    page.reload()
    page.locator(".line", has_text="Opening the world").wait_for()
    assert barriers(page) == []
    assert policy == []


def test_a_world_that_has_ended_is_begun_again(page: Any) -> None:
    with page.expect_response(lambda response: response.url.endswith("/worlds")) as started:
        opened(page)
    key = started.value.json()["id"]
    page.evaluate(
        """async key => {
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
            await fetch(`/api/v1/worlds/${key}`, {method: 'DELETE', headers: {'X-CSRFToken': token}});
        }""",
        key,
    )
    page.get_by_text("This world has ended").wait_for()
    page.get_by_role("button", name="Again").click()
    page.get_by_text("This world has ended").wait_for(state="detached")
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_function("() => !document.querySelector('.controls button').disabled")


def drawn(page: Any, x: float, y: float) -> list[int]:
    """The colour of the canvas at a point of the page, as red, green and blue."""
    found: list[int] = page.evaluate(
        """([x, y]) => {
          const canvas = document.querySelector('.tray canvas');
          const box = canvas.getBoundingClientRect();
          const [across, down] = [(x - box.left) / box.width, (y - box.top) / box.height];
          const at = [Math.round(across * canvas.width), Math.round(down * canvas.height)];
          return [...canvas.getContext('2d').getImageData(...at, 1, 1).data.slice(0, 3)];
        }""",
        [x, y],
    )
    return found


def test_crates_are_drawn_and_pushed_by_a_touch_and_from_the_list(page: Any) -> None:
    opened(page, "stockroom")
    plank = [0xC9, 0xA8, 0x77]
    box = page.locator(".tray").bounding_box()
    scale = box["height"] / 10.0  # the level is ten metres high, and its left end is seen

    def at(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x * scale, box["y"] + (10.0 - y) * scale

    for _ in range(100):
        if drawn(page, *at(8.75, 1.45)) == plank:
            break
        page.wait_for_timeout(100)
    assert drawn(page, *at(8.75, 1.45)) == plank, "the crate that is a step"
    page.mouse.click(*at(8.5, 1.5))
    page.locator(".line", has_text="Arrived").wait_for(timeout=WALK_MS)
    assert drawn(page, *at(8.75, 1.45)) != plank, "it is not there any more"
    in_words(page)
    page.get_by_role("button", name="Crate: 7 m along, 1 m up").click(timeout=WALK_MS)
    page.get_by_role("button", name="Crate: 6 m along, 1 m up").wait_for(timeout=WALK_MS)
