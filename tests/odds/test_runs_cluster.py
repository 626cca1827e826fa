"""Shards on a real Dask cluster on this machine: the same result, even if a worker is killed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from paigow.faults import BadInput
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import COUNTING_CODE, best_play, count_relations
from paigow.odds.counting.card_relations import Parcel, pairings, ranges, relations_shard
from paigow.odds.runs import shards
from paigow.odds.runs.shards import Run, Shard, run_shards
from tests.odds import shard_works as works
from tests.odds.card_ways import SMALL, best_high, best_low


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Two workers, each a process of its own with a nanny that starts another if it dies."""
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as machines:
        yield machines.scheduler_address.replace("tcp://", "dask://")


def test_a_cluster_counts_the_same(cluster: str, tmp_path: Path) -> None:
    player, dealer = best_low(SMALL), best_high(SMALL)
    here, there = Run(workers=1, directory=tmp_path / "here"), Run(on=cluster, directory=tmp_path / "there")
    assert count_relations(player, dealer, there) == count_relations(player, dealer, here)
    found, wanted = (best_play(dealer, Role.BANK, run) for run in (there, here))
    assert (found.choice == wanted.choice).all()
    assert (found.win, found.push, found.lose) == (wanted.win, wanted.push, wanted.lose)


def test_a_worker_killed_in_the_middle_changes_nothing(cluster: str, tmp_path: Path) -> None:
    """The current shard kills its worker; the scheduler gives it to another."""
    pairs = pairings(best_low(SMALL), best_high(SMALL))
    parcels = tuple(Parcel.of(pair) for pair in pairs)
    pieces = [(which, start, stop) for which in range(3) for start, stop, _ in ranges(pairs[which], 2)]
    shards = [
        Shard(works.die_once_sharing, (relations_shard, piece, str(tmp_path / f"dead-{n}")), (str(piece),))
        for n, piece in enumerate(pieces[:2])
    ]
    shards += [Shard(relations_shard, piece, (str(piece),)) for piece in pieces[2:]]
    found = run_shards(
        "relations",
        shards,
        Run(on=cluster, directory=tmp_path),
        code=COUNTING_CODE,
        shared=lambda: (parcels,),
    )
    wanted = [relations_shard(parcels, *piece) for piece in pieces]
    assert [each["sums"].tolist() for each in found] == [each["sums"].tolist() for each in wanted]
    assert len(list(tmp_path.glob("dead-*"))) == 2


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def test_a_cluster_that_does_not_answer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "_SECONDS_TO_REACH_A_CLUSTER", 1)
    address = f"dask://127.0.0.1:{free_port()}"
    with pytest.raises(BadInput, match=f"no cluster responds at {address}; start a scheduler there"):
        count_relations(best_low(SMALL), best_low(SMALL), Run(on=address, directory=tmp_path))


def test_a_cluster_without_workers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "_SECONDS_TO_REACH_A_CLUSTER", 1)
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=":0", protocol="tcp"
    ) as empty:
        address = empty.scheduler_address.replace("tcp://", "dask://")
        with pytest.raises(
            BadInput, match=f"the cluster at {address} has no workers; start some: dask worker"
        ):
            count_relations(best_low(SMALL), best_low(SMALL), Run(on=address, directory=tmp_path))


@pytest.mark.parametrize("address", ["localhost:8786", "tcp://localhost:8786", "dask://", "dask://a:1/b"])
def test_what_is_no_address_of_a_cluster_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not the address of a cluster; write it like dask://host:port"):
        count_relations(best_low(SMALL), best_low(SMALL), Run(on=address, directory=tmp_path))


def test_without_the_extra_a_cluster_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(BadInput, match=r"not installed; install it with pip install 'paigow\[cluster\]'"):
        count_relations(best_low(SMALL), best_low(SMALL), Run(on="dask://localhost:1", directory=tmp_path))
    with pytest.raises(BadInput, match=r"not installed; install it with pip install 'paigow\[cluster\]'"):
        shards.require_cluster("dask://localhost:1")
