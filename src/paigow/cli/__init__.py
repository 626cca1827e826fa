"""The command line, on top of every layer. Not about rules: a command reads, calls a layer, prints."""

from paigow.cli.application import main

__all__ = ["main"]
