"use strict";
/* The verdicts on one person's answers, from what correct work reaches and from that person's own earlier answers.
   As posenc_cli/grading has it: marking.py, guard.py, early.py. Every comparison is one of whole ticks. */

(() => {
  const { at, evaluate, guardedRows, leaf, names, point, reachable, round, run, smaller, ten, ticks, withoutFollowed, within, written } = posenc;
  const LAST_DIGIT = 0.9999;
  const HALF = 0.5 * (1 + 1e-9);
  const FINEST = 1e-12;
  const WIDEST = 3;
  const MORE_DECIMALS = 2;
  const key = (place) => place.join("/");
  const known = new WeakMap();

  /* The names that an expression reads, looked up once. */
  function readBy(tree) {
    if (typeof tree !== "object") return names(tree);
    if (!known.has(tree)) known.set(tree, names(tree));
    return known.get(tree);
  }

  /* A sheet from its data: leaves as quantities, and masks of what is printed and of what stands on it. */
  function prepared(data) {
    const given = {};
    for (const [name, value] of Object.entries(data.given)) given[name] = leaf(value);
    const [printed, onSheet] = [{}, {}];
    for (const [name, [rows, columns, cells]] of Object.entries(data.printed)) {
      printed[name] = point([rows, columns], [...cells].map(Number));
      onSheet[name] = point([rows, columns], [...cells].map(Number));
    }
    for (const { at: [name, row, column] } of data.blanks) onSheet[name].low[row * onSheet[name].shape[1] + column] = 1;
    const stands = new Set(Object.keys(onSheet).filter((name) => onSheet[name].low.some(Boolean)));
    const numbers = new Map(data.blanks.map((blank, number) => [key(blank.at), number]));
    return { ...data, given, printed, onSheet, stands, numbers, whole: new Set(data.whole) };
  }

  class Marker {
    constructor(sheet, readings) {
      this.sheet = sheet;
      this.readings = readings;
      this.decimals = sheet.decimals;
      this.reading = reachable(this.decimals);
      this.ticks = readings.map((one) => ticks(one.value, this.decimals));
      this.formula = this.needed(sheet.formula);
      this.right = this.strictly(sheet.formula);
      this.strict = this.ends(this.right.computed, true);
      this.own = this.ownCells();
      this.guarded = guardedRows(this);
      this.cells = this.winning();
      this.run_ = null;
      this.run_ = this.run(sheet.formula);
      const guarded = withoutFollowed(this);
      if (Object.keys(guarded).some((name) => guarded[name].some((is, row) => is !== this.guarded[name][row]))) {
        this.guarded = guarded;
        this.cells = this.winning();
        this.run_ = null;
        this.run_ = this.run(sheet.formula);
      }
      this.follow = this.ends(this.run_.computed);
    }

    // runs

    /* Without rules that lead to nothing on the sheet. */
    needed({ rules, write }) {
      const wanted = new Set(this.sheet.stands);
      const kept = rules.slice().reverse().filter(([name, tree]) => {
        if (wanted.has(name)) readBy(tree).forEach((read) => wanted.add(read));
        return wanted.has(name);
      });
      return { rules: kept.reverse(), write };
    }

    options(kept, formula) {
      const same = new Set();
      if (kept && formula.write === this.formula.write) {
        const known = new Map(this.formula.rules);
        const other = new Set([...known.keys(), ...formula.rules.map(([name]) => name)]);
        for (const [name, tree] of formula.rules) {
          if (known.get(name) === tree && [...readBy(tree)].every((read) => !other.has(read) || same.has(read))) same.add(name);
        }
      }
      return { onSheet: this.sheet.onSheet, decimals: this.decimals, kept: same.size ? kept : null, same };
    }

    strictly(formula) {
      const wanted = this.needed(formula);
      return run(wanted, this.sheet.given, this.reading, this.options(this.right || null, wanted));
    }

    run(formula, other = null) {
      const wanted = this.needed(formula);
      return run(wanted, this.given(other), this.reading, { ...this.options(this.run_, wanted), answers: this.cells });
    }

    /* By someone who goes on with what is written and rounds nothing else. */
    runAsWritten(formula, other = null) {
      const options = { onSheet: this.sheet.onSheet, decimals: this.decimals };
      return run(formula, this.given(other), written, { ...options, answers: this.points() }).written;
    }

    given(other) {
      return other === null ? this.sheet.given : { ...this.sheet.given, nth: point([], [other]) };
    }

    points() {
      if (this.points_) return this.points_;
      const { sheet, decimals } = this;
      const right = run(sheet.formula, sheet.given, written, { onSheet: sheet.onSheet, decimals });
      this.points_ = {};
      for (const [name, { mask }] of Object.entries(this.cells)) {
        const cells = within(right.written[name], mask.shape).low.slice();
        this.unguarded(name).forEach((value, cell) => { if (!Number.isNaN(value)) cells[cell] = value; });
        this.points_[name] = { mask, values: point(mask.shape, cells) };
      }
      return this.points_;
    }

    // cells

    /* Reachable values of every blank, {low, high} by number; `copied` reads a copy's source instead. */
    ends(found, copied = false) {
      const pairs = this.sheet.blanks.map((blank) => {
        const [name, row, column] = (copied && blank.source) || blank.at;
        return at(found[name], row, column);
      });
      return { low: pairs.map(([low]) => low), high: pairs.map(([, high]) => high) };
    }

    ownCells() {
      const own = {};
      this.sheet.blanks.forEach(({ at: [name, row, column] }, number) => {
        const { shape: [rows, columns] } = this.sheet.onSheet[name];
        own[name] = own[name] || new Array(rows * columns).fill(NaN);
        own[name][row * columns + column] = this.readings[number].value;
      });
      return own;
    }

    unguarded(name) {
      if (!(name in this.own)) return [];
      const columns = this.sheet.onSheet[name].shape[1];
      return this.own[name].map((value, cell) => (this.guarded[name][Math.floor(cell / columns)] ? NaN : value));
    }

    /* What wins over computed values: printed cells as correct work has them, own cells as they were written. */
    winning() {
      const cells = {};
      for (const [name, mask] of Object.entries(this.sheet.printed)) {
        if (!this.sheet.stands.has(name)) continue;
        const right = within(this.right.values[name], mask.shape);
        const [low, high, wins] = [right.low.slice(), right.high.slice(), mask.low.slice()];
        this.unguarded(name).forEach((value, cell) => {
          if (!Number.isNaN(value)) [low[cell], high[cell], wins[cell]] = [value, value, 1];
        });
        cells[name] = { mask: point(mask.shape, wins), values: { shape: mask.shape, low, high } };
      }
      return cells;
    }

    // verdicts

    verdicts() {
      const follow = this.ownCopies();
      const both = [this.strict, follow];
      const early = { runs: null };
      return this.readings.map((one, number) => {
        if (one.status !== "number") return one.status;
        const [strict, own] = both.map((ends) => this.fits(ends, number));
        if (strict === "fits") return "correct";
        if (own === "fits") return "follow-through";
        if (both.some((ends) => this.isCoarse(ends, number))) return "coarse";
        const off = this.isOneOff(both, number);
        if (strict || own || (off && (both.some((ends) => this.isCut(ends, number)) || this.isTooEarly(early, number)))) {
          return "rounding";
        }
        return "wrong";
      });
    }

    /* "fits": right; "near": its asked decimals are right, but its further ones are not; else empty. */
    fits(ends, number) {
      if (this.isFiner(ends, number)) return "fits";
      if (!this.isBetween(ends, number)) return "";
      return this.isConsistent(ends, number) ? "fits" : "near";
    }

    isBetween(ends, number, decimals = this.decimals) {
      const answer = ticks(this.readings[number].value, decimals);
      return answer >= ticks(ends.low[number], decimals) && answer <= ticks(ends.high[number], decimals);
    }

    isConsistent(ends, number) {
      const { value, decimals } = this.readings[number];
      if (decimals <= this.decimals) return true;
      const unit = Math.max(ten(-decimals) * LAST_DIGIT, FINEST);
      return value >= ends.low[number] - unit && value <= ends.high[number] + unit;
    }

    /* More digits than asked, rounded rightly: 0.8415 for 0.84147. A tie may go either way. */
    isFiner(ends, number) {
      const { value, decimals } = this.readings[number];
      const half = Math.max(ten(-decimals) * HALF, FINEST);
      return decimals > this.decimals && value >= ends.low[number] - half && value <= ends.high[number] + half;
    }

    isCoarse(ends, number) {
      const { value, decimals } = this.readings[number];
      return decimals <= this.decimals - 1 && value !== 0 && this.isBetween(ends, number, this.decimals - 1);
    }

    isOneOff(reached, number) {
      const off = reached.map((ends) => Math.max(
        ticks(ends.low[number], this.decimals) - this.ticks[number],
        this.ticks[number] - ticks(ends.high[number], this.decimals)));
      return off.reduce(smaller) <= 1 && this.readings[number].decimals <= this.decimals;
    }

    isCut(ends, number) {
      const [low, high] = [ends.low, ends.high].map((side) => Math.trunc(round(side[number] * ten(this.decimals), 7)));
      return this.ticks[number] >= low && this.ticks[number] <= high;
    }

    isTooEarly(early, number) {
      early.runs = early.runs || this.earlyRuns();
      return early.runs.some(([ends, strictly]) => {
        const [low, high] = [ends.low, ends.high].map((side) => ticks(side[number], this.decimals));
        const fits = this.ticks[number] >= low && this.ticks[number] <= high && high <= low + WIDEST;
        return fits && (strictly || !this.sheet.blanks[number].source);
      });
    }

    /* What is reached by rounding an intermediate result too early. */
    earlyRuns() {
      const { formula, stands } = this.sheet;
      const behind = new Set(stands);
      const [before, after] = [[], []];
      for (const [name, tree] of formula.rules) {
        if (!(name in this.run_.computed)) continue;
        if ([...readBy(tree)].some((read) => behind.has(read))) behind.add(name);
        const { low, high } = this.run_.computed[name];
        const isWhole = [...low, ...high].every((end) => end === Math.floor(end));
        if (!stands.has(name) && !isWhole) (behind.has(name) ? after : before).push(name);
      }
      const forms = (rules) => {
        const choices = [...rules.map((rule) => [rule]), ...(rules.length > 1 ? [rules] : [])];
        return Array.from({ length: this.decimals + MORE_DECIMALS + 1 }, (_, places) => choices.map((chosen) => ({
          ...formula,
          rules: formula.rules.map(([name, tree]) => [name, chosen.includes(name) ? ["round", tree, places] : tree]),
        }))).flat();
      };
      return [
        ...forms(before).map((form) => [this.ends(this.strictly(form).computed, true), true]),
        ...forms(after).map((form) => [this.ends(this.run(form).computed), false]),
      ];
    }

    /* A copy follows through from what was written at its source. */
    ownCopies() {
      const [low, high] = [this.follow.low.slice(), this.follow.high.slice()];
      this.sheet.blanks.forEach(({ source }, number) => {
        if (!source) return;
        const from = this.sheet.numbers.get(key(source));
        const own = from === undefined ? NaN : this.readings[from].value;
        low[number] = Number.isNaN(own) ? this.strict.low[number] : own;
        high[number] = Number.isNaN(own) ? this.strict.high[number] : own;
      });
      return { low, high };
    }

    /* A slip of writing does not change what was computed, only what was made of it. */
    writtenBy(write, computed) {
      const read = (side) => {
        const values = { value: point([side.length], side), decimals: point([], [this.decimals]) };
        return evaluate(write, values, posenc.numbers).low;
      };
      const sides = [read(computed.low), read(computed.high)];
      const ends = (compute) => sides[0].map((end, number) => compute(end, sides[1][number]));
      return { low: ends(Math.min), high: ends(Math.max) };
    }
  }

  Object.assign(posenc, { Marker, prepared, WIDEST });
})();
