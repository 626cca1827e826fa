"""Drills of single procedures: a question from a seed, and the answer that the table's own rules give.

Nothing is decided here. Every answer is asked of the functions that run a table.
"""
