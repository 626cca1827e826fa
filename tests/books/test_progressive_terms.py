"""The progressive's amounts in a submission: meters, starts and rates against maryland-poker 13.E."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from paigow.wagers.money import dollars
from paigow.wagers.paytables import Meter
from tests.books.making import LEFT_OUT, findings_of, of_field, sound
from tests.rules import rule

LEAST = {
    "A": [10_000],
    "B": [10_000, 1_000],
    "C": [10_000, 1_000, 500],
    "D": [10_000, 2_500, 1_000],
}
"""maryland-poker 13.E(7)(b) to (e), in dollars."""
PARAGRAPHS = {"A": "13.E(7)(b)", "B": "13.E(7)(c)", "C": "13.E(7)(d)", "D": "13.E(7)(e)"}


def offered(table: str, starts: list[int], rates: list[object] | None = None) -> dict[str, object]:
    return {
        "progressive.offered": True,
        "progressive.table": table,
        "progressive.starts": starts,
        "progressive.rates": rates if rates is not None else [10] * len(starts),
    }


@rule(*(f"maryland-poker {paragraph}" for paragraph in PARAGRAPHS.values()), "maryland-poker 13.E(7)")
@pytest.mark.parametrize("table", LEAST)
def test_meters_start_at_their_least_or_above(table: str) -> None:
    terms = sound("maryland-poker-plain", offered(table, LEAST[table])).rules.progressive
    assert terms is not None
    assert [each.start for each in terms.meters] == [dollars(amount) for amount in LEAST[table]]


@rule(*(f"maryland-poker {paragraph}" for paragraph in PARAGRAPHS.values()))
@pytest.mark.parametrize(
    ("table", "meter"), [(table, meter) for table in LEAST for meter in range(len(LEAST[table]))]
)
def test_a_reset_below_the_least_is_refused(table: str, meter: int) -> None:
    starts: list[object] = list(LEAST[table])
    starts[meter] = Decimal(LEAST[table][meter]) - Decimal("0.01")
    (finding,) = findings_of("maryland-poker-plain", offered(table, starts))  # type: ignore[arg-type]
    assert finding.field == "progressive.starts"
    assert finding.paragraph == f"maryland-poker {PARAGRAPHS[table]}"
    assert f"${LEAST[table][meter]:,}.00" in finding.allowed


@rule("maryland-poker 13.E(1)")
@pytest.mark.parametrize(("table", "meters"), [("A", 2), ("B", 1), ("C", 2), ("D", 4)])
def test_each_meter_of_the_table_has_a_start_and_a_rate(table: str, meters: int) -> None:
    findings = findings_of("maryland-poker-plain", offered(table, [10_000] * meters))
    assert {finding.field for finding in findings} == {"progressive.starts", "progressive.rates"}


@rule("maryland-poker 13.E(6)", "R39")
@pytest.mark.parametrize(
    "rates",
    [LEFT_OUT, [], [0], [-5], [Decimal("100.5")], ["40"], [Decimal("NaN")], 40, [True], [Decimal("1e-30")]],
)
def test_the_rate_of_progression_is_a_percentage(rates: object) -> None:
    changes = offered("A", [10_000])
    changes["progressive.rates"] = rates
    finding = of_field(findings_of("maryland-poker-plain", changes), "progressive.rates")
    assert "maryland-poker 13.E" in finding.paragraph


@rule("maryland-poker 13.E(6)", "R39")
def test_the_meters_take_no_more_than_the_whole_wager() -> None:
    findings = findings_of("maryland-poker-plain", offered("B", [10_000, 1_000], [60, Decimal("40.01")]))
    assert [finding.field for finding in findings] == ["progressive.rates"]
    sound("maryland-poker-plain", offered("B", [10_000, 1_000], [60, 40]))


@rule("maryland-poker 13.E(7)(a)", "maryland-poker 13.E(1)", "maryland-poker 7.E(4)")
@pytest.mark.parametrize("field", ["table", "wager", "rates", "starts"])
def test_every_term_is_stated(field: str) -> None:
    findings = findings_of("maryland-poker-full", {f"progressive.{field}": LEFT_OUT})
    assert f"progressive.{field}" in {finding.field for finding in findings}


@rule("maryland-poker 13.E(6)")
def test_rates_are_exact_fractions() -> None:
    terms = sound("maryland-poker-plain", offered("A", [10_000], [Decimal("12.345")])).rules.progressive
    assert terms is not None
    assert [(each.meter, each.rate) for each in terms.meters] == [(Meter.SINGLE, Fraction(12_345, 100_000))]
