"""Names mean one thing: no class name stands in two modules. Not what the things do."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.test_repository import PACKAGE


def test_a_class_name_means_one_thing() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name.lstrip("_")].append(path.relative_to(PACKAGE).as_posix())
    assert len(found) > 500
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
