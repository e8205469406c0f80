"""Sheets and reports as a person sees them: terminal, page, PDF, files."""
