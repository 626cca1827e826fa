"""Tables in a server's memory: timed, dealt, written, shared, and intact after any crash."""
