"""Schemathesis over the HTTP API: whatever is sent, what comes back is what the OpenAPI document says."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tests.server.running import Server


@pytest.fixture
def api_schema(floor: Server) -> Any:
    return schemathesis.openapi.from_url(f"{floor.address}api/openapi.json")


schema = schemathesis.pytest.from_fixture("api_schema")


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_answers_as_it_says(case: Any, floor: Server) -> None:
    with httpx.Client(base_url=floor.address) as web:
        token = web.post("/api/session", json={}).json().get("token", "")
    case.call_and_validate(headers={"Authorization": f"Bearer {token}"})
