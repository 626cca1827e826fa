"""Learning environments over the real table, for Gymnasium and PettingZoo: the extra `paigow[gym]`.

`SettingEnvironment` is one hand to set; `SeatEnvironment` a seat with betting and banking beside bots;
`TableEnvironment` a table whose seats are all agents. Importing them registers nothing anywhere.
"""

from paigow.environments.one_hand import SettingEnvironment
from paigow.environments.one_seat import SeatEnvironment
from paigow.environments.whole_table import TableEnvironment

__all__ = ["SeatEnvironment", "SettingEnvironment", "TableEnvironment"]
