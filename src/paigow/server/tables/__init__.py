"""Tables in a server's memory: hosted, written in groups, dealt, timed, and followed across processes."""
