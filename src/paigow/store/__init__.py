"""The journal of events, its packed rounds and archives, sealed seeds: acknowledged data is never lost."""
