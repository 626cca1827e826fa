"""The cache between runs: arrays by name under the user's cache directory, and the code's version.

A file is written to a temporary name and renamed, so that a killed run never leaves a partial file. Numba
caches compiled loops; `are_compiled` says whether they are ready.
"""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, Final
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from paigow.caches import user_cache
from paigow.faults import BadInput

Arrays = dict[str, npt.NDArray[Any]]
_TRIAL_BYTES: Final = 1 << 16


def cache_directory() -> Path:
    """The directory for counts."""
    return user_cache("odds")


@cache
def code_version(*modules: str) -> str:
    """A hash of the code of modules and whole packages, so that results of other code are never used.

    It is the syntax tree that counts: comments, docstrings, and line breaks keep the version. Other versions
    of NumPy, and of Python where they read the code otherwise, are other code.
    """
    digest = sha256(np.__version__.encode())
    for module in modules:
        for file in _sources(module):
            code = _code_alone(file.read_bytes())
            digest.update(f"{module} {file.name} {len(code)}\n{code}".encode())
    return digest.hexdigest()[:16]


def _code_alone(source: bytes) -> str:
    tree = ast.parse(source)
    tree.body = _without_docstrings(tree.body)
    return ast.dump(tree)


def _without_docstrings(block: list[ast.stmt]) -> list[ast.stmt]:
    """Statements that do something: a constant by itself, such as a docstring, does nothing."""
    kept = [
        each for each in block if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
    ]
    for each in kept:
        if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            each.body = _without_docstrings(each.body)
    return kept


def _sources(module: str) -> list[Path]:
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None, module
    file = Path(spec.origin)
    return sorted(file.parent.rglob("*.py")) if spec.submodule_search_locations else [file]


def save_arrays(file: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Cache several small arrays in one file; raise BadInput if the disk is full or refuses."""
    # The stubs of numpy.savez mistake an array of any name for a flag.
    _write(file, lambda out: np.savez(out, **arrays))  # type: ignore[arg-type]


def load_arrays(file: Path) -> Arrays | None:
    """The cached arrays, or None if there are none or the file is damaged."""
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def kept_array(directory: Path | None, name: str, build: Callable[[], npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """A large array, memory-mapped from its file so that processes share it; built and cached if missing.

    Without a writable directory it is only built: caching results there reports the problem. Mapped pages are
    private: a kernel sees a plain writable array.
    """
    if directory is None:
        return build()
    file = directory / f"{name}.npy"
    if not file.exists():
        array = build()
        with suppress(BadInput):
            _write(file, lambda out: np.save(out, array))
        return array
    try:
        return np.asarray(np.load(file, mmap_mode="c", allow_pickle=False))
    except (OSError, ValueError, EOFError):
        return build()


def require_room(directory: Path) -> None:
    """Fail before a long count rather than after it."""
    trial = directory / f".trial-{os.getpid()}"
    _write(trial, lambda out: out.write(bytes(_TRIAL_BYTES)))
    trial.unlink(missing_ok=True)


def _write(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    partial: Path | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, prefix=".writing-", delete=False) as out:
            partial = Path(out.name)
            write(out)
        partial.replace(file)
    except OSError as refusal:
        if partial is not None:
            partial.unlink(missing_ok=True)
        raise _no_room(file.parent, refusal) from refusal


def _no_room(directory: Path, refusal: OSError) -> BadInput:
    full = refusal.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return BadInput(
        f"results can't be saved in {directory}: {refusal.strerror or refusal}",
        allowed=("free some room there" if full else "make it writable")
        + ", or name another directory with XDG_CACHE_HOME; what is already kept there is used again",
    )


def are_compiled(*kernels: Any) -> bool:
    """Whether an earlier run cached the machine code of all these functions."""
    return all(_is_cached(kernel) for kernel in kernels)


def _is_cached(kernel: Any) -> bool:
    if kernel.signatures:
        return True
    source = Path(kernel.py_func.__code__.co_filename).stat().st_mtime
    kept = Path(kernel.stats.cache_path).glob(f"*{kernel.py_func.__name__}-*.nbi")
    # Numba ignores cached code that is older than its source.
    return any(file.stat().st_mtime >= source for file in kept)
