"""A leaf: bytes to plain tables, arrays and text, and writing that happens whole or not at all."""
