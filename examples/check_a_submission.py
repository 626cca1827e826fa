"""Check a rules submission: change a line of a valid one and read the regulation's finding."""

from __future__ import annotations

import paigow

sound = paigow.load_submission("maryland-poker-full")
rules = sound.rules
print(f"{rules.table.operator}: {rules.book.title}, bank: {rules.banking.bank}")
print(f"  as {', '.join(rules.cite('banking.bank'))} allows")

broken = paigow.check_submission(sound.text.replace("chairs = 6", "chairs = 7"))
if isinstance(broken, paigow.Submission):
    raise SystemExit("seven chairs passed")
for finding in broken:
    print(f"{finding.field}: {finding.problem}; {finding.allowed} ({finding.paragraph})")
