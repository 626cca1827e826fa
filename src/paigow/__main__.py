"""`python -m paigow`, the same as `paigow`. Not a place for code."""

from paigow.cli import main

if __name__ == "__main__":
    main()
