"""The pages that people see: templates, the one script, the look, and the routes to them."""
