"""Learning environments over the real table, for Gymnasium and PettingZoo: the extra `paigow[gym]`.

`SettingEnvironment` is one hand to set. `SeatEnvironment` is a seat among bots, with betting and banking. In
`TableEnvironment` every seat is an agent, and they act in turn. In `ParallelTableEnvironment` they all bet at
once, then all set at once. Importing this package registers the first two with Gymnasium as
`paigow/Setting-v0` and `paigow/Seat-v0`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from paigow.environments.gym import SeatEnvironment, SettingEnvironment, TableEnvironment
    from paigow.environments.parallel import ParallelTableEnvironment

__all__ = ["ParallelTableEnvironment", "SeatEnvironment", "SettingEnvironment", "TableEnvironment"]

_MODULES: Final = {
    "ParallelTableEnvironment": "parallel",
    "SeatEnvironment": "gym",
    "SettingEnvironment": "gym",
    "TableEnvironment": "gym",
}


if not TYPE_CHECKING:
    # Hidden from type checkers, which would conclude that every name exists.
    def __getattr__(name: str) -> object:
        """Import on demand: registering the ids must not load everything."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        except ModuleNotFoundError as missing:
            if missing.name not in ("gymnasium", "pettingzoo"):
                raise
            raise ModuleNotFoundError(f"{missing.name} is not installed; install paigow[gym]") from missing


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def _register() -> None:
    """Register the ids with Gymnasium if it is installed; the classes are imported on first use."""
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    for name, kind in (("Setting", "SettingEnvironment"), ("Seat", "SeatEnvironment")):
        gymnasium.register(id=f"paigow/{name}-v0", entry_point=f"{__name__}:{kind}")


_register()
