"""Tables in use: broadcasting, bots, clocks, presence."""
