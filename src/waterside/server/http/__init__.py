"""The HTTP interface for programs: identities, tables, records and the state of the server."""
