"""The record of what was counted or sampled for the studies page: some of it takes minutes to hours."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from paigow.faults import BadInput

SCHEMA: Final = "paigow/studies/1"


@dataclass(slots=True)
class Studies:
    """Results by study and name, written to the file whenever one is added."""

    file: Path
    content: dict[str, dict[str, Any]]

    @classmethod
    def load(cls, file: Path) -> Studies:
        if not file.exists():
            return cls(file, {})
        content = json.loads(file.read_text(encoding="utf-8"))
        if content.pop("schema", None) != SCHEMA:
            raise BadInput(f"{file} is no record of studies", allowed="remove it to count afresh")
        return cls(file, content)

    def find(self, study: str, name: str, count: Callable[[], Any]) -> Any:
        """The recorded result, or counted now."""
        if name not in self.content.setdefault(study, {}):
            self.content[study][name] = count()
            self.save()
        return self.content[study][name]

    def save(self) -> None:
        ordered = {study: dict(sorted(rows.items())) for study, rows in sorted(self.content.items())}
        text = json.dumps({"schema": SCHEMA, **ordered}, indent=1, ensure_ascii=False)
        self.file.write_text(text + "\n", encoding="utf-8")
