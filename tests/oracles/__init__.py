"""Plain second readings of the rules, used to check the real implementations."""
