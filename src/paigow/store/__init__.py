"""The journal of events, money postings and sealed seeds, kept so that nothing acknowledged is ever lost."""
