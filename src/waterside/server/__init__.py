"""The table server: people and programs at tables, over the network."""
