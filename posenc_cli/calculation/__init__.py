"""Expressions and their algebras, formulas, slips, rounding. Needs numpy and nothing of posenc."""
