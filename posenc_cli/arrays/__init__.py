"""Whose code made this array? Arrays that code made, compared with every definition and every mistake that is known.

An array is first *recognised* (:mod:`.recognised`: a table, frequencies, angles, biases …), then compared on a few rows
and columns with every *way* to make such an array (:mod:`.ways`, :mod:`.candidates`: a definition, its conventions, the
slips of its data file), and what fits best is looked at everywhere (:mod:`.whole`), block by block.
"""
