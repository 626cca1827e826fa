"""The command line, on top of every layer. No rules here: a command parses, calls a layer, and prints."""

from paigow.cli.application import main

__all__ = ["main"]
