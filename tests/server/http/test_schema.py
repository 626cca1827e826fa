"""Schemathesis over the HTTP API: whatever is sent, the response matches the OpenAPI document."""

from __future__ import annotations

from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error, positive_data_acceptance
from schemathesis.core.result import Ok

from paigow.server.connections.lobby import Lobby
from paigow.server.http.app import application
from tests.server.running import Server

# The document doesn't depend on the floor behind it.
_SCHEMA = schemathesis.openapi.from_dict(application(cast(Lobby, None)).openapi())
_OPERATIONS: dict[str, Any] = {
    found.ok().label: found.ok() for found in _SCHEMA.get_all_operations() if isinstance(found, Ok)
}


@pytest.mark.parametrize("label", _OPERATIONS)
def test_the_api_answers_as_it_says(label: str, floor: Server) -> None:
    with httpx.Client(base_url=floor.address, timeout=60) as web:
        token = web.post("/api/session", json={}).json()["token"]

    @given(case=_OPERATIONS[label].as_strategy())
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def answers(case: Any) -> None:
        answer = case.call_and_validate(
            base_url=floor.address,
            headers={"Authorization": f"Bearer {token}"},
            # What fits the schema can still be refused: a name that is taken, an invalid piece.
            excluded_checks=[positive_data_acceptance, not_a_server_error],
        )
        # Odds still being counted are a documented response; anything else is a server error.
        assert answer.status_code < 500 or answer.status_code == 503

    answers()
