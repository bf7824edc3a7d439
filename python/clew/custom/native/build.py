"""Compiles rules with Numba, each in a wrapper with the signature that the engine calls, to object code.

    rule(state: *i64, out: *i64, mv: i64, table: *i64, size: i64) -> i64

The wrapper passes the pointers to the rule as arrays of exactly their length, compiled with bounds checks,
and returns `BROKEN` if the rule raises. So the code never writes beyond `out`, holds no Python object and
needs no GIL. Code that would allocate is refused, because it would call Numba's allocator, which is missing
when a file is loaded without Numba.
"""

from __future__ import annotations

import re

from clew.custom.native import BROKEN
from clew.custom.native.copies import Copies
from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.custom.native.store import Objects
    from clew.custom.rules import Rule

RELEASED = re.compile(r"^declare void @NRT_MemInfo_call_dtor\([^)]*\).*$", re.MULTILINE)
"""What Numba calls when the last view of an array is released; ours are views of memory that Numba does not
own.
"""

_SAYS_NOTHING = ("For more", "-", "This is not", "During: ", "Failed in nopython mode pipeline")
"""How lines of Numba's messages begin that do not help to correct a rule."""

OUTSIDE = ("NRT_", "numba_", "Py", "_Py")

MATHS = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "floor", "fmod", "hypot", "ldexp", "lgamma",
    "log", "log10", "log1p", "log2", "nextafter", "pow", "remainder", "rint", "round", "sin", "sinh",
    "sqrt", "tan", "tanh", "tgamma", "trunc",
}  # fmt: skip
"""What code may call: it is in the C library, in every process."""

CALLS = {
    "expand": "rule({state}, {out}{table})",
    "predecessors": "rule({state}, {out}{table})",
    "is_goal": "1 if rule({state}{table}) else 0",
    "heuristic": "rule({state}{table})",
    "cost": "rule({state}, mv{table})",
}


def build(rules: dict[str, Rule], words: int, most: int) -> tuple[Objects, bool]:
    """The object code of each rule, with the name of its function in it, and whether it is whole: without an
    address that another process does not have. Raises `PuzzleError`.
    """
    copies = Copies()
    made = {name: _object(rule, words, most, copies) for name, rule in rules.items()}
    objects = {name: (symbol, code) for name, (symbol, code, _) in made.items()}
    return objects, all(is_whole for *_, is_whole in made.values())


def _object(rule: Rule, words: int, most: int, copies: Copies) -> tuple[str, bytes, bool]:
    import llvmlite.binding as llvm
    from numba import cfunc, types
    from numba.core.errors import NumbaError

    from clew.custom.native.target import machine

    pointer_to: Any = types.CPointer
    pointer = pointer_to(types.int64)
    signature = types.int64(pointer, pointer, types.int64, pointer, types.int64)
    try:
        inner = copies.of_rule(rule.function)
        made = cfunc(signature)(_wrapper(rule, inner, words, most))
    except PuzzleError:
        raise
    except NumbaError as error:
        raise PuzzleError(f"Numba cannot compile {rule.label}: {in_short(error)}") from error
    except Exception as error:  # Numba's own slips, over a named tuple with defaults for example
        kind = type(error).__name__
        raise PuzzleError(f"Numba cannot compile {rule.label}: {kind}: {in_short(error)}") from error
    for function in copies.compiled():
        _refuse_unchecked(rule, function)
    if rule.name in ("expand", "predecessors"):
        _refuse_floats(rule, inner)
    text = RELEASED.sub(
        "define internal void @NRT_MemInfo_call_dtor(ptr %0) {\n  ret void\n}", made.inspect_llvm()
    )
    module = llvm.parse_assembly(text)
    module.verify()
    for used in (*module.functions, *module.global_variables):
        if used.is_declaration and not _is_everywhere(used.name):
            raise PuzzleError(f"{rule.label} cannot run without Python: {_reason(used.name)}")
    return made.native_name, machine(llvm).emit_object(module), "numba.dynamic.globals" not in text


def _is_everywhere(name: str) -> bool:
    """Whether every process has it: LLVM's own functions, and those of C for numbers of 64 and of 32 bits."""
    return name.startswith("llvm.") or name in MATHS or (name[-1:] == "f" and name[:-1] in MATHS)


def _reason(name: str) -> str:
    if name.startswith(OUTSIDE):
        return (
            f"it creates an array, a list or another object ({name}); use whole numbers, loops, `out` and "
            "`table`"
        )
    if name.startswith("_numba_hashsecret"):
        return "it uses `hash`, whose values differ between processes"
    if name.startswith(".numba.unresolved"):
        return (
            "functions that it uses call each other in a circle, or one calls itself with arguments of other "
            "types; use a loop"
        )
    return f"it uses {name}, which only Numba's own process has"


def _wrapper(rule: Rule, inner: Any, words: int, most: int) -> Any:
    from numba import carray  # type: ignore[attr-defined]
    from numba.core.types import int64

    parts = {
        "state": "carray(state, (1,))[0]" if words == 1 else "carray(state, (WORDS,))",
        "out": "carray(out, (MOST,))" if words == 1 else "carray(out, (MOST, WORDS))",
        "table": ", carray(table, (size,))" if rule.takes_table else "",
    }
    source = (
        "def wrapper(state, out, mv, table, size):\n"
        "    try:\n"
        f"        return int64({CALLS[rule.name].format(**parts)})\n"
        "    except Exception:\n"
        "        return int64(BROKEN)\n"
    )
    names: dict[str, Any] = {
        "rule": inner, "carray": carray, "int64": int64, "WORDS": words, "MOST": most, "BROKEN": BROKEN,
    }  # fmt: skip
    exec(source, names)
    return names["wrapper"]


def _refuse_unchecked(rule: Rule, function: Any) -> None:
    """Raises `PuzzleError` for a function with an index that Numba does not check: that of `flat`."""
    from numba.core.types import NumpyFlatType

    for made in function.overloads.values():
        for what, call in made.type_annotation.calltypes.items():
            is_item = "item" in getattr(what, "op", type(what).__name__).lower()
            if is_item and call is not None and isinstance(call.args[0], NumpyFlatType):
                raise PuzzleError(
                    f"{rule.label} uses `flat[...]` in {function.py_func.__name__}, whose index Numba does "
                    "not check: use an index for each dimension"
                )


def _refuse_floats(rule: Rule, inner: Any) -> None:
    """Raises `PuzzleError` for a rule that uses floats: a state computed with them would lose its lowest
    bits.
    """
    for signature in inner.signatures:
        kinds = inner.overloads[signature].type_annotation.typemap
        for name, kind in kinds.items():
            if "float" in str(kind) and not str(name).startswith("$"):
                raise PuzzleError(
                    f"{rule.label} computes `{name}` as a float, which keeps only 53 of a state's 64 bits: "
                    "use // instead of /, and shifts, & and | on states"
                )


def in_short(error: Exception) -> str:
    """The lines of Numba's message that say what is wrong and where."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(_SAYS_NOTHING)] or lines
    message = " ".join(told)[:600]
    if "Unknown attribute" in message and "of type Module(" in message:
        message += (
            ". To call a function of a module, import the function itself, or compile it with @numba.njit"
        )
    return message
