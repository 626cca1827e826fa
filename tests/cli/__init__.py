"""Tests of the command line. Not of the results of the layers below."""
