"""The journal of events, its packed rounds and archives, sealed seeds: nothing acknowledged is ever lost."""
