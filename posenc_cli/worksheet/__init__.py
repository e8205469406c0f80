"""From a spec to exercises, blanks and a sheet with its numbers."""
