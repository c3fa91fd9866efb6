"""What a viewpoint may see of a table: projection, narration, scenes, replays."""
