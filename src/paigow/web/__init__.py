"""The browser client of the live floor: plain modules, styles, and texts, served as they are. Not the server.

Each folder of `static` is a part of the client, and its `page.js` is what an address opens:

lobby     the tables to choose from, accounts
table     a seat's table: the model of it, what a press means; `felt` is drawn above, `panels` around it
console   the dealer's and the floor's side of a table
school    the dealer's school
practice  hands to set, graded
rounds    past rounds: history, replay, verification
pieces    tiles, cards, chips and dice as pictures; ranks and names of hands
shared    what every part uses: the connection, texts, dialogs, drawing into the page

`types` has the types that TypeScript checks them by: what goes over the wire, and what the parts hand to
each other. `texts` has their own words; the server adds what table, books and wagers say. A folder
in it holds texts that come only with the pages of one part, as `styles` has sheets that do (`lazily` in
`main.js`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["STATIC"]

STATIC: Final = Path(__file__).parent / "static"
"""The folder with everything a browser loads; its index.html is served at every page's address."""
