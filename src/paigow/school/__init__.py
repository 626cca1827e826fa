"""Drills on single procedures: a question from a seed, and the answer by the table's own rules.

Every answer comes from the functions that run a table.
"""
