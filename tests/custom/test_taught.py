"""Nothing that Numba was taught, told or made to compile earlier gets into cached code, or into answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clew
from clew.custom.native import build, code
from tests.custom.steps import (
    digest_of,
    expand_with,
    helper,
    in_process,
    lengths_in_three_processes,
    steps_of,
    steps_with,
)

TAUGHT = {
    "a function": "@overload(two)\ndef _(): return lambda: 2",
    "a function of its own": "@register_jitable\ndef other(): return 2",
    "a method": "@overload_method(numba.types.Integer, 'steps')\ndef _(x): return lambda x: 2",
    "a library's sorting": "make_jit_quicksort(lt=lambda a, b: a < b)",
    "the type of a call": "@type_callable(two)\ndef _(context): return lambda: numba.types.int64",
    "machine code": "@lower_builtin(two)\ndef _(context, builder, sig, args): return 2",
    "an attribute": "@lower_getattr(numba.types.Integer, 'steps')\ndef _(context, builder, typ, value): ...",
    "a conversion": "@lower_cast(numba.types.Integer, numba.types.Boolean)\ndef _(*of): ...",
    "an object that is called": (
        "class Made:\n    def __call__(self): return lambda: 2\noverload(two, strict=False)(Made())"
    ),
    "arguments that are bound": "overload(two, strict=False)(functools.partial(lambda by: lambda: 2, 2))",
    "another name": "infer_global(two, numba.types.Dispatcher(numba.njit(lambda: 2)))",
    "a list of its own": (
        "own = Registry()\n@own.lower(two)\ndef _(context, builder, sig, args): return 2\n"
        "cpu_target.target_context.install_registry(own)"
    ),
    "a rewriting": "@register_rewrite('before-inference')\nclass Other(Rewrite): ...",
}


@pytest.mark.parametrize("what", TAUGHT)
def test_whoever_teaches_numba_compiles_each_time(what: str) -> None:
    """In a process of its own, which stays taught."""
    source = (
        "from tests.custom.steps import digest_of, expand_with\n"
        "import functools, numba\n"
        "from numba.core.imputils import Registry\n"
        "from numba.core.registry import cpu_target\n"
        "from numba.core.typing.templates import infer_global\n"
        "from numba.core.rewrites import Rewrite, register_rewrite\n"
        "from numba.extending import lower_builtin, lower_cast, lower_getattr, overload, overload_method\n"
        "from numba.extending import register_jitable, type_callable\n"
        "from numba.misc.quicksort import make_jit_quicksort\n"
        "def two(): return 2\n"
        "rule = expand_with('two()', two=two)\n"
        "print(digest_of(rule)[1])\n"
        f"{TAUGHT[what]}\n"
        "print(digest_of(rule)[1], digest_of(rule) == digest_of(rule))\n"
    )
    assert in_process(source) == "True\nFalse False\n"


def test_what_installed_packages_teach_numba_is_compiled_each_time(cache: Path, tmp_path: Path) -> None:
    """Numba asks them when it first compiles."""
    about = tmp_path / "ext-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ext\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[numba_extensions]\ninit = ext:init\n")
    for step in "232":
        (tmp_path / "ext.py").write_text(
            "import math\n"
            "from numba.extending import overload\n"
            "def init():\n"
            "    @overload(math.perm)\n"
            f"    def _(n, k): return lambda n, k: {step} if n == 3 else 2\n"
        )
        source = (
            "from tests.custom.steps import digest_of, expand_with\n"
            "import math\n"
            "from clew.custom.native import code\n"
            "from clew.custom.rules import Rule\n"
            "rules = {'expand': Rule('Steps', 'expand', expand_with('math.perm(3, 1)', math=math))}\n"
            "code.code_of(rules, 1, 4)\n"
        )
        in_process(source, PYTHONPATH=f"{tmp_path}:.", XDG_CACHE_HOME=str(tmp_path))
        assert not cache.exists() or not list(cache.iterdir())


def test_numbas_own_cache_is_not_believed_behind_what_it_was_taught(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text(
        "import numba, os\n"
        "from numba.extending import overload\n"
        "STEP = int(os.environ['STEP'])\n"
        "@numba.njit(cache=True)\n"
        "def inner(): return STEP\n"
        "def step(): return STEP\n"
        "@overload(step)\n"
        "def _(): return lambda: inner()\n"
    )
    assert lengths_in_three_processes(tmp_path) == ["6\n", "4\n", "6\n"]


def test_what_a_function_was_compiled_to_while_a_value_was_another_is_forgotten(cache: Path) -> None:
    made: Any = helper("import numba\nSTEP = 2\n@numba.njit\ndef step(given): return STEP")
    assert clew.solve(steps_of("helper.step(state)", made)).length == 6
    made.STEP = 3
    assert made.step(True) == 3  # compiled for truth values
    made.STEP = 2
    assert clew.solve(steps_of("helper.step(state > 0)", made)).length == 6


@pytest.mark.parametrize(
    ("source", "step"),
    [
        ("", "state - out[7]"),
        ("import numba\n@numba.njit\ndef read(a): return a[7]", "state - helper.read(out)"),
        (
            "import numba, numpy\nA = numpy.arange(4)\n@numba.njit('int64(int64)')\ndef read(a): return A[a]",
            "helper.read(state)",
        ),
    ],
    ids=["in a rule", "in a function", "in a function of given types"],
)
@pytest.mark.parametrize(
    ("setting", "late"), [("1", ""), ("0", ""), ("1", "os.environ['NUMBA_BOUNDSCHECK'] = '0'")]
)
def test_every_index_is_checked_whatever_numba_was_told(
    source: str, step: str, setting: str, late: str, cache: Path
) -> None:
    program = (
        "import clew, numba, os\n"
        f"{late}\n"
        "from tests.custom.steps import steps_with\n"
        f"try: print(clew.solve(steps_with({step!r}, {source!r})))\n"
        "except IndexError as error: print('refused:', error)\n"
    )
    assert "refused: " in in_process(program, NUMBA_BOUNDSCHECK=setting, XDG_CACHE_HOME=str(cache.parents[1]))


@pytest.mark.parametrize(("one", "given"), [("one", ""), ("pair.one", ""), ("given", "given=one")])
def test_what_a_library_does_with_a_function_is_compiled_again(one: str, given: str, cache: Path) -> None:
    """Numba keeps `map` as compiled for a function, and in it what that read then."""
    made: Any = helper(
        "import numba\nfrom collections import namedtuple\nSTEP = 2\n"
        "@numba.njit\ndef one(given): return STEP\n"
        "pair = namedtuple('Pair', 'one')(one)\n"
        f"def last({given}):\n    found = 0\n    for by in map({one}, (1, 2)):\n        found = by\n"
        "    return found"
    )
    for value in (2, 3, 2):
        made.STEP = value
        assert clew.solve(steps_of("last()", made, last=made.last)).length == 12 // value


def test_functions_of_given_types_are_compiled_after_those_that_they_call(cache: Path) -> None:
    """Also where reading one leads to the other by the module that both are in."""
    made: Any = helper(
        "import numba\nSTEP = 2\n@numba.njit\ndef inner(given): return here.STEP\n"
        "@numba.njit('int64(int64)')\ndef outer(given): return inner(given)"
    )
    for value in (2, 3, 2):
        made.STEP = value
        step = "(inner(state) + helper.outer(state)) // 2"
        assert clew.solve(steps_of(step, made, inner=made.inner)).length == 12 // value


def test_a_function_of_given_types_keeps_that_of_its_result(cache: Path) -> None:
    made: Any = helper("import numba\n@numba.njit('int8(int64)')\ndef step(given): return given")
    assert clew.solve(steps_of("helper.step(258)", made)).length == 6
    assert made.step(258) == 2


def test_functions_of_given_types_keep_them_in_whatever_order_they_are_met(cache: Path) -> None:
    made: Any = helper(
        "import numba\nNONE = 0\n@numba.njit('int8(int64)')\ndef low(given): return given + here.NONE\n"
        "@numba.njit('int64(int64)')\ndef jump(given): return low(given)"
    )
    for step in ("low(258) + helper.jump(258) - 2", "helper.jump(258) + low(258) - 2"):
        assert clew.solve(steps_of(step, made, low=made.low)).length == 6


def test_a_function_that_cannot_be_compiled_again_is_named_and_left_alone(cache: Path) -> None:
    made: Any = helper(
        "import numba\nSTEP = 2\n@numba.njit('int64()')\ndef step(): return STEP\n"
        "@numba.njit(['int64(int64)', 'int8(int8)'])\ndef other(given): return given"
    )
    del made.STEP
    for _ in range(2):
        with pytest.raises(
            clew.PuzzleError, match=r"Numba cannot compile step again: .*'STEP' is not defined"
        ):
            clew.solve(steps_of("helper.step() + 0 * helper.other(state)", made))
    assert (made.step(), made.other(258)) == (2, 258)


@pytest.mark.parametrize("step", ["getattr(helper, 'STEP')", "2 if hasattr(helper, 'STEP') else 3"])
def test_what_a_name_in_a_text_stands_for_is_found(step: str, cache: Path) -> None:
    assert clew.solve(steps_with(step, "STEP = 2")).length == 6


def test_a_plain_function_is_what_numba_was_taught_only_where_its_author_compiled_the_caller() -> None:
    source = (
        "import clew, numba\n"
        "from numba.extending import overload\n"
        "from tests.custom.steps import helper, steps_of\n"
        "made = helper('import numba\\ndef two(): return 2\\n@numba.njit\\ndef step(): return two()')\n"
        "@overload(made.two)\ndef _(): return lambda: 3\n"
        "print(clew.solve(steps_of('two() + helper.step() - 3', made, two=made.two)).length)\n"
    )
    assert in_process(source) == "6\n"


@pytest.mark.parametrize(
    ("step", "name"), [("helper.A.flat[state]", "expand"), ("helper.read(state)", "read")]
)
def test_an_index_that_numba_does_not_check_is_refused(step: str, name: str, cache: Path) -> None:
    source = "import numba, numpy\nA = numpy.full(20, 2)\n@numba.njit\ndef read(at): return A.flat[at]"
    with pytest.raises(clew.PuzzleError, match=rf"uses `flat\[...\]` in {name}"):
        clew.solve(steps_with(step, source))


def test_values_that_change_while_they_are_compiled_are_read_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: Any = helper("STEP = 2")
    inner = build.build

    def changing(*of: Any) -> Any:
        done = inner(*of)
        made.STEP = 3
        return done

    monkeypatch.setattr(build, "build", changing)
    assert clew.solve(steps_of("helper.STEP", made)).length == 4
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.parents[1]))
    monkeypatch.setattr(code, "_loaded", {})
    made.STEP = 2
    assert clew.solve(steps_of("helper.STEP", made)).length == 6


def test_numba_that_compiles_nothing_is_named(cache: Path) -> None:
    program = (
        "import clew\n"
        "from tests.custom.steps import steps_with\n"
        "try: clew.solve(steps_with('2', ''))\n"
        "except clew.PuzzleError as error: print(error)\n"
    )
    told = in_process(program, NUMBA_DISABLE_JIT="1", XDG_CACHE_HOME=str(cache.parents[1]))
    assert "NUMBA_DISABLE_JIT is set" in told


def test_large_bytes_are_refused(cache: Path) -> None:
    """Numba copies them, compiles in the address of the copy, and frees that."""
    with pytest.raises(clew.PuzzleError, match=r"`bytes` object of 2,000,000 bytes.*numpy\.frombuffer"):
        clew.solve(steps_with("helper.A[state]", "A = bytes([2]) * 2_000_000"))
    assert clew.solve(steps_with("helper.A[state]", "A = bytes([2]) * 1_000_000")).length == 6


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ("int(np.abs(test))", {"np": np, "test": 2}),
        ("out.shape[0] // 2", {"shape": []}),
        (
            "pair.x",
            {"pair": helper("P = __import__('collections').namedtuple('P', 'x')(2)").P, "x": object()},
        ),
    ],
)
def test_a_name_that_something_else_has_as_an_attribute_is_not_looked_up_there(
    step: str, names: dict[str, Any]
) -> None:
    assert digest_of(expand_with(step, **names))[1]
