"""The API, as docs/studio-api.md tells it: thin functions over the studio's own."""
