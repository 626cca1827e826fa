"""Tests of the live floor, over real sockets."""
