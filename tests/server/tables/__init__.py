"""Tables in a server's memory: timed, dealt, written, shared, and found whole after any crash."""
