"""`paigow serve` with a tenth of its timeouts for an unavailable database, so that tests needn't wait."""

from __future__ import annotations

import sys

from paigow.cli import main
from paigow.store import database, postgres

if __name__ == "__main__":
    postgres.OVERDUE = 1.0
    database.StoreUnavailable.patience = 3.0
    sys.argv[1:1] = ["serve"]
    main()
