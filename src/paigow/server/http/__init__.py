"""The HTTP API and the browser's files: routes, models, pages, finished rounds."""
