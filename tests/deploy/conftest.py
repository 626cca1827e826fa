"""A PostgreSQL server for floors that several servers share."""

from tests.store.conftest import postgres

__all__ = ["postgres"]
