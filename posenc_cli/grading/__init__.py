"""From answers to verdicts, diagnosis and a report."""
