"""`python -m clew` is the command line."""

import sys

from clew.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
