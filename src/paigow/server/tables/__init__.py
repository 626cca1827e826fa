"""Tables in a server's memory: hosted, group-committed, dealt, timed, and replicated across processes."""
