"""Machine code of a user's rules: made by Numba, kept in files, loaded by LLVM alone, which starts at
once."""

BROKEN = -(1 << 63)
"""What machine code answers where its rule raised; `bindings/src/compiled.rs` knows it too."""
