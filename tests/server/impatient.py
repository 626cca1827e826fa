"""`paigow serve` with a tenth of its patience for a database that is away, so that tests need not wait."""

from __future__ import annotations

import sys

from paigow.cli import main
from paigow.store import database, postgres

if __name__ == "__main__":
    postgres.OVERDUE = 1.0
    database.StoreUnavailable.patience = 3.0
    sys.argv[1:1] = ["serve"]
    main()
