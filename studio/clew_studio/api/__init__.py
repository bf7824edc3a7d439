"""The HTTP API of docs/studio-api.md: thin functions over the rest of the studio."""
