"""Builds the documentation site from the pages of docs/: ``python -m tools.site``."""
