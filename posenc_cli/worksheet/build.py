"""From a spec to a sheet: the one builder that reads exercises."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.errors import InputError, choices
from posenc_cli.files.words import bare, split_words
from posenc_cli.worksheet.besides import ASIDE
from posenc_cli.worksheet.givens import refuse_unread
from posenc_cli.worksheet.joining import SAYING, is_sum, said
from posenc_cli.worksheet.kinds import ADDING, CHOSEN, KINDS, VERBS
from posenc_cli.worksheet.methods import ground
from posenc_cli.worksheet.own_slips import refuse_bad_slips
from posenc_cli.worksheet.plan import Plan
from posenc_cli.worksheet.sheet import Part, Sheet
from posenc_cli.worksheet.telling import refuse_repeats
from posenc_cli.worksheet.valueless import refuse_valueless

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.worksheet.kinds import Kind
    from posenc_cli.worksheet.spec import Exercise, Spec

MAX_WORDS = 200
#: Letters of a word; a page is not wider, and setting it would take minutes.
LONGEST_WORD = 100


def build(spec: Spec, seed: int | None = None) -> Sheet:
    """The sheet of a worksheet with the numbers of its spec.

    Args:
        spec: the worksheet.
        seed: what its numbers were drawn from; None for fixed ones.

    Raises:
        InputError: an exercise names a row, a word or a kind that is not there, or an embedding is missing.
    """
    positions = tuple(range(spec.worksheet.first_pos, spec.worksheet.first_pos + len(spec.words)))
    return assemble(spec, positions, seed)


def assemble(spec: Spec, positions: tuple[int, ...], seed: int | None = None) -> Sheet:
    """The sheet for given positions and, where numbers were drawn, what they were drawn from."""
    _check_words(spec)
    found = _vectors(spec)
    base = ground(spec, positions, None if found is None else _embedding(spec, found))
    plan = Plan(spec.words, positions, spec.worksheet.d, base, spec, seed)
    parts = []
    start = 0 if spec.exercise[0].kind == "cards" else 1
    for number, exercise in enumerate(spec.exercise):
        plan.number, plan.where = number + start, spec.place(number)
        kind = _kind(exercise, plan.where)
        _refuse_unfit(kind, exercise, plan)
        before = set(plan.blanks)
        data = kind.plan(plan, exercise)
        mine = tuple(blank for name, blank in plan.blanks.items() if name not in before)
        parts.append(Part(plan.number, exercise, mine, data))
    plan.refuse_told()
    brought, own = plan.besides.completed()
    for name in sorted((brought.names | own.keys()) & (base.formula.names | base.given.keys())):
        raise InputError("worksheet.name-taken", **spec.at(name, "rules"), given=name)
    given = {**base.given, **own}
    if plan.pair_rows:
        given["first"], given["second"] = plan.pair_rows
    rules = base.formula.computable(given).rules
    formula = Formula((*rules, *brought.rules), base.formula.write).leading_to(plan.wanted)
    printed = {name: mask for name, mask in plan.printed.items() if name in formula}
    refuse_valueless(spec, formula, given, printed, plan.blanks.values())
    refuse_repeats(spec, formula, given, printed, plan.blanks.values())
    printed |= plan.besides.unprinted(dict.fromkeys(blank.place.quantity for blank in plan.blanks.values()))
    methods = dict(base.methods)
    if plan.besides.positions:
        methods[ASIDE] = base.methods[""]
    notices = getattr(found, "notices", ())
    numbers = (seed or 0, seed is not None, spec.words, positions, formula, given, printed)
    sheet = Sheet(spec, *numbers, tuple(parts), methods, notices)
    refuse_bad_slips(sheet)
    refuse_unread(spec, base, plan.wanted, pairs=plan.pair_rows is not None)
    return sheet


def _vectors(spec: Spec) -> Mapping[str, Any] | None:
    """The vectors of the words, if an exercise reads them."""
    there = spec.embeddings.table is not None or spec.embeddings.file is not None
    kinds = {exercise.kind for exercise in spec.exercise}
    if not (kinds & ADDING or ("task" in kinds and there)):
        return None
    return stored_vectors(spec)


def _check_words(spec: Spec) -> None:
    """Refuse what no page has room for, and a sentence of another length than is said."""
    if spec.worksheet.n and len(spec.words) != spec.worksheet.n:
        raise InputError("worksheet.sentence-or-n", **spec.at("n"), given=spec.worksheet.n, words=len(spec.words))
    if not 0 < len(spec.words) <= MAX_WORDS:
        raise InputError("worksheet.sentence-length", **spec.at("sentence"), given=len(spec.words), limit=MAX_WORDS)
    of_exercises = (
        (spec.place(number), word)
        for number, exercise in enumerate(spec.exercise)
        for sentence in (*exercise.sentences, exercise.word or "")
        for word in split_words(sentence)
    )
    for where, word in (*((spec.at("sentence"), word) for word in spec.words), *of_exercises):
        if len(word) > LONGEST_WORD:
            raise InputError(
                "worksheet.word-length", **where, word=f"{word[:20]}…", given=len(word), limit=LONGEST_WORD
            )


def _kind(exercise: Exercise, where: Mapping[str, object]) -> Kind:
    if exercise.kind not in KINDS:
        there = choices(exercise.kind, KINDS)
        key = "worksheet.unknown-kind-near" if "near" in there else "worksheet.unknown-kind"
        raise InputError(key, **where, given=exercise.kind, **there)
    if exercise.verb and exercise.verb not in VERBS:
        raise InputError("worksheet.unknown-verb", **where, given=exercise.verb, known=", ".join(VERBS))
    kind = KINDS[exercise.kind]
    for part in exercise.parts:
        if part not in kind.parts:
            there = choices(part, kind.parts)
            key = "worksheet.unknown-part-near" if "near" in there else "worksheet.unknown-part"
            raise InputError(key, **where, kind=kind.name, given=part, **there)
    return kind


def _refuse_unfit(kind: Kind, exercise: Exercise, plan: Plan) -> None:
    """Refuse a key that the kind does not read, and an encoding that it cannot work with."""
    for key in CHOSEN:
        if getattr(exercise, key) and key not in kind.reads:
            known = ", ".join(record.name for record in KINDS.values() if key in record.reads)
            raise InputError("worksheet.key-not-here", **plan.where, kind=kind.name, key=key, known=known)
    scheme = plan.ground.methods[""]
    if any(name not in plan.ground.formula for name in kind.needs) or (kind.turns and not _turns_by_position(scheme)):
        raise InputError("worksheet.kind-needs", **plan.where, kind=kind.name, given=scheme.encoding.name)
    _refuse_own_rules(kind, plan)


def _turns_by_position(scheme: Scheme) -> bool:
    """Is an angle of it the position divided by something, and not a place on a grid or a time?"""
    return "angle" in scheme.formula and "pos" in scheme.formula.rule("angle").expression.names


def _refuse_own_rules(kind: Kind, plan: Plan) -> None:
    """Refuse rules and leaves of the spec's own that an exercise needs otherwise: other ones, or of another shape."""
    shape = len(plan.words), plan.d
    for name in ("pe", "e", "x") if "x" in kind.needs else {"pe"} & {*kind.needs}:
        names = plan.ground.formula.leading_to({name}).names
        for table, own in (("rules", plan.spec.rules), ("given", plan.spec.given)):
            for given in own.keys() & names:
                # A page names the positions of the sentence, whatever a rule reads in their place.
                moved = kind.turns or given == "pos"
                if moved or name not in plan.values or plan.values[name].shape != shape:
                    raise InputError("own-rules.not-here", **plan.spec.at(given, table), kind=kind.name, given=given)
    formula = plan.ground.formula
    if kind.name in SAYING and not is_sum(formula) and not said(formula, plan.ground.given, str):
        raise InputError("own-rules.unsaid", **plan.spec.at("x", "rules"), kind=kind.name, given="x")


def _embedding(spec: Spec, found: Mapping[str, Any]) -> Any:  # noqa: ANN401
    d = spec.worksheet.d
    rows = []
    for word in spec.words:
        if word not in found:
            raise _no_embedding(spec, word, found)
        vector = found[word]
        where = spec.at(word, "embeddings")
        if len(vector) == 2 * d and all(value == int(value) for value in vector):
            # 0,9 is two numbers in TOML.
            raise InputError("worksheet.embedding-comma", **where, word=word, given=len(vector), d=d)
        if len(vector) != d:
            raise InputError("worksheet.embedding-width", **where, word=word, given=len(vector), d=d)
        rows.append([Decimal(str(value)) for value in vector])
    return np.array(rows, dtype=object)


def _no_embedding(spec: Spec, word: str, found: Mapping[str, Any]) -> InputError:
    if not spec.worksheet.sentence.strip():
        number, reader = next((at, one) for at, one in enumerate(spec.exercise) if one.kind in {*ADDING, "task"})
        return InputError("worksheet.no-sentence", **spec.place(number), kind=reader.kind)
    where = spec.at("table", "embeddings")
    if bare(word) != word:
        return InputError("worksheet.no-embedding-punctuation", **spec.at("sentence"), word=word, bare=bare(word))
    there = choices(word, found)
    key = "worksheet.no-embedding-near" if "near" in there else "worksheet.no-embedding"
    return InputError(key, **where, word=word, **there)


def stored_vectors(spec: Spec) -> Mapping[str, tuple[Decimal, ...]]:
    """The spec's own vectors by word, from its table or its file."""
    if spec.embeddings.table is not None:
        return spec.embeddings.table
    if spec.embeddings.file is None:
        return {}
    from posenc_cli.worksheet.embeddings import from_file

    return from_file(spec)
