"""Events and commands as JSON, rounds as files, and files verified."""
