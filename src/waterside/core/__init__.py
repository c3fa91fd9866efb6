"""The language of games: Game and its parts, Position, Record, Series, options, errors, states."""
