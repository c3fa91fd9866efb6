"""Alembic's folder: env.py and the revisions of the schema, oldest first."""
