"""Running the server: settings, limits, logs, metrics."""
