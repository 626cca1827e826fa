"""The table in words and back: script, sentences, phrases. Not their meaning."""
