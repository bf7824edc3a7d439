"""Pictures of worlds: shapes as SVG, made pixels once, put together frame by frame for files and windows."""
