"""`python -m lexludi`."""

from lexludi.cli import main

raise SystemExit(main())
