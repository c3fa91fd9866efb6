"""Hypothesis as all tests use it: the same examples in every run, however slow the machine is."""

from hypothesis import given, settings
from hypothesis import strategies as st

__all__ = ["given", "settings", "st"]
settings.load_profile("ci")
