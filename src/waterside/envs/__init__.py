"""Environments: the games as those who train agents know them."""
