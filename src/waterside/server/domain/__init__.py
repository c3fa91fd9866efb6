"""Tables as folds of events, and what each message does to them: no I/O, no clock."""
