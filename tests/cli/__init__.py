"""Tests of the command line. Not of what the layers below it work out."""
