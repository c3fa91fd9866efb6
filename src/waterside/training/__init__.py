"""Teaching a game's evaluation: self-play, learning from its results, round after round."""
