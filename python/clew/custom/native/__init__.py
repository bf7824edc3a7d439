"""Machine code of a user's rules: compiled by Numba, cached in files, and loaded with LLVM alone, which
starts fast.
"""

BROKEN = -(1 << 63)
"""What machine code returns if its rule raised; `bindings/src/compiled.rs` has the same value."""
