"""What a page is measured by while it is looked at: jumps, width, size of what is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

AXE = Path(__file__).resolve().parents[3] / "studio/client/node_modules/axe-core/axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
"""axe's names for what the guidelines ask, without what axe itself recommends."""

MOST_SHIFT = 0.01
LEAST_TARGET = 24

WATCH_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            const what = entry.sources.map((source) => {
                const node = source.node?.nodeType === 1 ? source.node : source.node?.parentElement;
                return node ? `${node.localName}.${[...node.classList].join('.')}` : '?';
            });
            window.shifts.push([entry.value, what.join(' ')]);
        }
    }).observe({type: 'layout-shift', buffered: true});
"""
"""To be run before the page's own scripts."""

TARGETS = """(least) => {
    const seen = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const inText = (node) => node.localName === 'a' && getComputedStyle(node).display === 'inline';
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]')]
        .filter((node) => seen(node) && !inText(node) && !node.closest('.skip, .unseen'))
        .map((node) => [node, (node.closest('label') ?? node).getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
        .map(([node, box]) =>
            `${node.localName}.${[...node.classList].join('.')} "${node.innerText ?? ''}" ` +
            `${Math.round(box.width)} x ${Math.round(box.height)}`);
}"""


STILL = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished))"""
"""Every animation and transition that has an end has reached it."""


def still(page: Any) -> None:
    """Waits until nothing changes its colour or place any more: halfway, text may lack contrast."""
    page.evaluate(STILL)


def barriers(page: Any, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds once the page is still, by all its rules or by those with one of the tags `rules`."""
    still(page)
    page.evaluate(AXE.read_text())
    only = {"runOnly": list(rules)} if rules else {}
    result = page.evaluate("(options) => axe.run(options)", {"resultTypes": ["violations"], **only})
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def shifts(page: Any, most: float = MOST_SHIFT) -> list[str]:
    """What has jumped since the page was opened, if that is more than may be."""
    found = page.evaluate("window.shifts")
    total = sum(value for value, _ in found)
    return [f"jumps by {total:.3f}: {found}"] if total > most else []


def small_targets(page: Any) -> list[str]:
    """What is too small for a finger."""
    return [f"too small: {told}" for told in page.evaluate(TARGETS, LEAST_TARGET)]


def too_wide(page: Any) -> list[str]:
    """Whether the page scrolls sideways."""
    width, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [f"scrolls sideways: {width} in {inner}"] if width > inner + 1 else []
