"""Irregularities: pieces exposed, hands and rounds void, errors found late. Not refusals."""
