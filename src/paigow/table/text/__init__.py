"""The table in words and back: script, sentences, JSON, round files. Not what they mean."""
