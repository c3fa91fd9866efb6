"""``python -m waterside.protocol`` writes the schema that the docs show."""

from waterside.protocol.schema import publish

publish()
