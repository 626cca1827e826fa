"""Learning environments over the real table, for Gymnasium and PettingZoo: the extra `paigow[gym]`.

`SettingEnvironment` is one hand to set; `SeatEnvironment` a seat with betting and banking beside bots;
`TableEnvironment` a table whose seats are all agents, asked in turn; `ParallelTableEnvironment` one
where all of them bet, and then set, at once. Importing this package tells Gymnasium the
first two as `paigow/Setting-v0` and `paigow/Seat-v0`.
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
    # Hidden from type checkers, who would take it to mean that every name is there.
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


def _register() -> None:
    """Tell Gymnasium the ids, where it is installed; the classes are imported when they are made."""
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    for name, kind in (("Setting", "SettingEnvironment"), ("Seat", "SeatEnvironment")):
        gymnasium.register(id=f"paigow/{name}-v0", entry_point=f"{__name__}:{kind}")


_register()
