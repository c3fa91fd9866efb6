"""``python -m waterside`` is the command line."""

import sys

from waterside.cli import main

sys.exit(main())
