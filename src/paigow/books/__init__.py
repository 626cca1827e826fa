"""The regulations as data, one folder each: options, counts, pay tables, paragraphs. Not their play."""
