"""The web pages: their routes, templates, scripts and styles."""
