"""What a model does with an additive encoding: rules that follow any encoding whose result is ``pe``.

Leaves besides those of the encoding: ``embedding`` (row, column), ``first`` and ``second`` (row numbers of a pair).
"""

from __future__ import annotations

#: Embedding plus encoding.
ADD = {"e": "embedding", "x": "e + pe"}
#: The same where the embedding is scaled first (Vaswani et al. 2017, section 3.4).
SCALED = {"e": "sqrt(d) * embedding", "x": "e + pe"}
#: Dot product and cosine of two rows of the sum.
PAIR = {
    "left": "row(x, first)",
    "right": "row(x, second)",
    "prod": "left * right",
    "dot": "total(prod)",
    # Squares, their sums and lengths are steps of their own: a person writes them down, and may round them.
    "left_squares": "left ** 2",
    "right_squares": "right ** 2",
    "left_square": "total(left_squares)",
    "right_square": "total(right_squares)",
    "left_length": "sqrt(left_square)",
    "right_length": "sqrt(right_square)",
    "lengths": "left_length * right_length",
    "cosine": "dot / lengths",
}
