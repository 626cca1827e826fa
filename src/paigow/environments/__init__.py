"""Learning environments over the real table, for Gymnasium and PettingZoo: the extra `paigow[gym]`.

`SettingEnvironment` is one hand to set; `SeatEnvironment` a seat with betting and banking beside bots;
`TableEnvironment` a table whose seats are all agents. Importing them registers nothing anywhere.
"""

try:
    from paigow.environments.gym import SeatEnvironment, SettingEnvironment, TableEnvironment
except ModuleNotFoundError as missing:
    if missing.name not in ("gymnasium", "pettingzoo"):
        raise
    raise ModuleNotFoundError(f"{missing.name} is not installed; install paigow[gym]") from missing

__all__ = ["SeatEnvironment", "SettingEnvironment", "TableEnvironment"]
