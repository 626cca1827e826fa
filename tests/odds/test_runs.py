"""Long counts in shards: cached, resumed, the same on any executor, and rejected with a sentence."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.odds.runs import shards as runs
from paigow.odds.runs.progress import Progress
from paigow.odds.runs.shards import Run, Shard, run_shards
from paigow.odds.runs.storage import Arrays, cache_directory, code_version, kept_array, load_arrays
from tests.odds import shard_works as works

CODE = ("paigow.odds.runs.shards",)


def squares(count: int, calls: Path | None = None, work: Any = works.square) -> list[Shard]:
    folder = str(calls) if calls else ""
    return [Shard(work, (n, folder), (str(n),), size=n + 1) for n in range(count)]


def values(results: list[Arrays]) -> list[int]:
    return [int(result["square"][0]) for result in results]


def run(shards: list[Shard], how: Run) -> list[int]:
    return values(run_shards("squares", shards, how, code=CODE))


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    folder = tmp_path / "calls"
    folder.mkdir()
    return folder


def asked(calls: Path) -> list[int]:
    return sorted(int(path.name.partition("-")[0]) for path in calls.iterdir() if path.name[0].isdigit())


def test_a_script_is_not_run_again_in_each_process_of_its_count(tmp_path: Path) -> None:
    """Nobody writes `if __name__ == "__main__"` in a notebook's cell or a short script."""
    script = tmp_path / "count.py"
    script.write_text(
        "from paigow.odds.runs.shards import in_processes\n"
        "print('once')\n"
        "with in_processes(2) as pool:\n"
        "    print(*pool.map(abs, [-1, -2]))\n"
        "print(__name__, __file__.endswith('count.py'))\n",
        encoding="utf-8",
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=60)
    assert run.stdout.splitlines() == ["once", "1 2", "__main__ True"], run.stderr


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_gives_the_same_in_the_same_order(workers: int, tmp_path: Path) -> None:
    assert run(squares(6), Run(workers=workers, directory=tmp_path)) == [0, 1, 4, 9, 16, 25]


def test_whoever_waits_for_a_long_shard_is_told_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 0.01)
    enough, told = threading.Event(), []

    def long_work(n: int, _: str) -> Arrays:
        assert enough.wait(60)
        return works.square(n, "")

    def report(progress: Progress) -> None:
        told.append(progress.done)
        if len(told) == 4:
            enough.set()

    with ThreadPoolExecutor(1) as thread:
        how = Run(executor=thread, directory=tmp_path, report=report)
        assert run(squares(1, work=long_work), how) == [0]
    assert (told[:4], told[-1]) == ([0, 0, 0, 0], 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_shard_tells_of_its_progress_is_reported_before_it_ends(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two shards of 10 units each: each worker tells of a half and goes on only after that was reported."""
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 0.01)
    told = []

    def report(progress: Progress) -> None:
        told.append(progress.done)
        if progress.done == 5 * workers:
            (tmp_path / "heard").touch()

    shards = [Shard(works.tell_a_half_and_wait, (n, str(tmp_path)), (str(n),), size=10) for n in (2, 3)]
    assert run(shards, Run(workers=workers, directory=tmp_path, report=report)) == [4, 9]
    assert {0, 5 * workers, 20} <= {*told}
    assert told == sorted(told)


def test_any_executor_will_do(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        assert run(squares(4), Run(executor=threads, directory=tmp_path)) == [0, 1, 4, 9]


def test_what_was_counted_is_kept_and_fresh_ignores_it(calls: Path, tmp_path: Path) -> None:
    here = Run(workers=1, directory=tmp_path / "kept")
    assert run(squares(3, calls), here) == run(squares(3, calls), here) == [0, 1, 4]
    assert asked(calls) == [0, 1, 2]
    run(squares(3, calls), Run(workers=1, directory=tmp_path / "kept", fresh=True))
    assert asked(calls) == [0, 0, 1, 1, 2, 2]


def test_an_interrupted_run_goes_on_where_it_stopped(calls: Path, tmp_path: Path) -> None:
    here = Run(workers=1, directory=tmp_path / "kept")
    with pytest.raises(KeyboardInterrupt):
        run(squares(5, calls, works.fail_once), here)
    assert asked(calls) == [0, 1, 2]
    assert run(squares(5, calls, works.fail_once), here) == [0, 1, 4, 9, 16]
    assert asked(calls) == [0, 1, 2, 3, 4]


def test_a_killed_worker_costs_only_the_shard_in_hand(calls: Path, tmp_path: Path) -> None:
    shards = squares(6, calls)
    shards[2] = Shard(works.die_once, (works.square, (2, str(calls)), str(tmp_path / "dead")), ("2",))
    assert run(shards, Run(workers=2, directory=tmp_path / "kept")) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "dead").exists()
    assert set(asked(calls)) == {0, 1, 2, 3, 4, 5}


def test_workers_that_keep_dying_end_the_run_with_a_sentence(tmp_path: Path) -> None:
    shards = [Shard(works.die, (n,), (str(n),)) for n in range(2)]
    with pytest.raises(BadInput, match=r"keep crashing; try fewer workers.* finished parts are saved"):
        run(shards, Run(workers=2, directory=tmp_path))


def test_a_fault_in_a_worker_reaches_the_caller_as_it_is(tmp_path: Path) -> None:
    shards = [Shard(works.refuse, (n,), (str(n),)) for n in range(2)]
    with pytest.raises(BadInput) as fault:
        run(shards, Run(workers=2, directory=tmp_path))
    assert str(fault.value) == "no such thing (shard); another"


INTERRUPTED = """
import signal
import sys
from pathlib import Path
from paigow.odds.runs.shards import Run, Shard, run_shards
from tests.odds import shard_works as works

if __name__ == "__main__":
    # What a shell starts in the background is born deaf to Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = sys.argv[1]
    shards = [Shard(works.square, (0,), ("0",))]
    shards += [Shard(works.sleep, (folder, n, 600), (str(n),)) for n in (1, 2)]
    run_shards("naps", shards, Run(workers=2, directory=Path(folder)), code=("paigow.odds.runs.shards",))
"""


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    return state != "Z"


def wait_until(what: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_ends_its_workers_and_keeps_what_they_finished(
    how: signal.Signals, tmp_path: Path
) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    root = str(Path(__file__).parent.parent.parent)
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": root},
        stderr=subprocess.DEVNULL,
    ) as process:
        naps = [tmp_path / "asleep-1", tmp_path / "asleep-2"]
        wait_until(lambda: all(nap.exists() and nap.read_text(encoding="utf-8") for nap in naps))
        wait_until(lambda: len(list(tmp_path.glob("*.npz"))) == 1)
        workers = [int(nap.read_text(encoding="utf-8")) for nap in naps]
        process.send_signal(how)
        try:
            assert process.wait(timeout=30) != 0
        finally:
            process.kill()
        wait_until(lambda: not any(map(is_alive, workers)))
    assert len(list(tmp_path.glob("*.npz"))) == 1


def test_progress_tells_rate_and_time_left(tmp_path: Path) -> None:
    heard: list[Progress] = []
    here = Run(workers=1, directory=tmp_path, report=heard.append)
    run(squares(2), here)
    run(squares(4), here)
    # Shards have the sizes 1, 2, 3, 4; the second run finds the first two done.
    assert [(each.done, each.total, each.kept) for each in heard] == [
        *((0, 3, 0), (1, 3, 0), (3, 3, 0)),
        *((3, 10, 3), (6, 10, 3), (10, 10, 3)),
    ]
    assert heard[0].rate is heard[0].seconds_left is None
    assert Progress("squares", "hands", 60, 100, 20, 8.0).rate == 5.0
    assert Progress("squares", "hands", 60, 100, 20, 8.0).seconds_left == 8.0


def test_a_result_is_kept_by_code_work_and_content() -> None:
    shard = Shard(works.square, (1,), ("1",))
    keys = {
        shard.key("a"),
        shard.key("b"),
        Shard(works.square, (1,), ("1", "more")).key("a"),
        Shard(works.fail_once, (1,), ("1",)).key("a"),
    }
    assert len(keys) == 4
    assert Shard(works.square, (2,), ("1",)).key("a") == shard.key("a")
    assert code_version("paigow.odds.runs.shards") != code_version("paigow.odds.runs.storage")
    assert code_version("paigow.odds") != code_version("paigow.odds.runs.shards")


CODE_WITH_WORDS = """# A comment.
'''About the module.'''
SHARE = 20  # percent
'''About the constant.'''


class Part:
    '''About the class.'''

    def share(self):
        '''About the function.'''
        return "# no comment", SHARE
"""


def test_words_about_the_code_keep_what_was_counted_and_code_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "counted_code"
    package.mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))

    def version(source: str) -> str:
        (package / "__init__.py").write_text(source, encoding="utf-8")
        code_version.cache_clear()
        return code_version("counted_code")

    before = version(CODE_WITH_WORDS)
    for words in (
        "A comment",
        "About the module",
        "percent",
        "About the constant",
        "About the class",
        "About the f",
    ):
        assert words in CODE_WITH_WORDS
        assert version(CODE_WITH_WORDS.replace(words, "Other words")) == before, words
    without = "SHARE = 20\nclass Part:\n  def share(self): return ('# no comment', SHARE)\n"
    assert version(without) == before
    for code, other in (
        ("SHARE = 20", "SHARE = 21"),
        ("# no comment", "# a comment"),
        ("share(self", "part(self"),
    ):
        assert version(CODE_WITH_WORDS.replace(code, other)) != before, other
    (package / "second.py").touch()
    assert version(CODE_WITH_WORDS) != before
    code_version.cache_clear()


def test_a_worker_with_other_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paigow.odds.runs.shards.code_version", lambda *_: "other")
    with pytest.raises(BadInput, match="different version of paigow or Python; install the same versions"):
        run(squares(2), Run(workers=2, directory=tmp_path))


def test_a_damaged_file_is_counted_again(tmp_path: Path) -> None:
    here = Run(workers=1, directory=tmp_path)
    run(squares(2), here)
    for file in tmp_path.glob("*.npz"):
        file.write_bytes(file.read_bytes()[:40])
    assert run(squares(2), here) == [0, 1]
    assert all(load_arrays(file) for file in tmp_path.glob("*.npz"))


def test_a_place_where_nothing_can_be_kept_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"can't be saved in .*/file/x: .*; make it writable, or name another"):
        run(squares(1), Run(workers=1, directory=tmp_path / "file" / "x"))


def test_a_disk_that_fills_up_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(BadInput, match="No space left on device; free some room there, or name another"):
        run(squares(1), Run(workers=1, directory=tmp_path))
    assert list(tmp_path.iterdir()) == []


@contextmanager
def no_room() -> Iterator[None]:
    """The system doesn't let this process write files over a thousand bytes, pytest's report included."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_no_room_is_noticed_before_anything_is_counted(calls: Path, tmp_path: Path) -> None:
    wanted = "File too large; free some room there, or name another"
    with pytest.raises(BadInput, match=wanted), no_room():
        run(squares(2, calls), Run(workers=1, directory=tmp_path / "kept"))
    assert asked(calls) == []
    assert list((tmp_path / "kept").iterdir()) == []


def test_what_is_kept_needs_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(squares(2), Run(workers=1, directory=tmp_path)) == [0, 1]
    monkeypatch.setattr("paigow.odds.runs.shards.require_room", pytest.fail)
    assert run(squares(2), Run(workers=1, directory=tmp_path)) == [0, 1]


def test_large_arrays_are_mapped_and_still_writable(tmp_path: Path) -> None:
    built: list[int] = []

    def build() -> np.ndarray[Any, Any]:
        built.append(1)
        return np.arange(5, dtype=np.int64)

    first = kept_array(tmp_path, "five", build)
    again = kept_array(tmp_path, "five", build)
    again[0] = 9
    assert (first.tolist(), kept_array(tmp_path, "five", build).tolist()) == ([0, 1, 2, 3, 4],) * 2
    assert built == [1]
    (tmp_path / "five.npy").write_bytes(b"no array")
    assert kept_array(tmp_path, "five", build).tolist() == [0, 1, 2, 3, 4]
    assert kept_array(None, "five", build).tolist() == [0, 1, 2, 3, 4]
    assert kept_array(tmp_path / "five.npy", "no folder", build).tolist() == [0, 1, 2, 3, 4]


def test_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == Run().kept_in == tmp_path / "paigow" / "odds"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_directory() == tmp_path / ".cache" / "paigow" / "odds"


def test_no_workers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="0 workers can't count; at least one is needed"):
        run(squares(1), Run(workers=0, directory=tmp_path))
