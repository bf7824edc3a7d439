"""Machine code of a user's rules: made by Numba, kept in files, loaded by LLVM alone, which starts at
once."""
