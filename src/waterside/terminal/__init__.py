"""Playing in the terminal: boards in colour, choices by arrow keys or typed, and plain lines."""
