"""What Waterside says to people: languages, narration, lessons, numbered statements."""
