"""Games played by people in a terminal."""
