"use strict";
/* Runs the rules of a formula, in one of three readings: plain numbers, numbers as they are written on a sheet, and all that
   correct work can reach (posenc_cli/calculation: formula.py, algebras.py). */

(() => {
  const { each, evaluate, fineDecimals, larger, point, smaller, ten, whole } = posenc;

  // readings: how answers win over what is computed, and what the next rule may work with

  const choose = (mask, answer, computed) => each(
    (is, _, low, high, least, most) => (is ? [low, high] : [least, most]), mask, answer, computed);

  const numbers = { among: 0, merge: choose, carry: (written, computed) => computed };
  const written = { among: 0, merge: choose, carry: (text, computed, mask) => (mask ? choose(mask, text, computed) : computed) };

  const FINER = [1, 10, 100, 1e3, 1e4, 1e5];
  const isWhole = (value, decimals) => {
    const scaled = value * ten(decimals);
    return Number.isInteger(scaled) || !Number.isFinite(scaled);
  };
  const hull = (a, b, c, d) => [smaller(a, c), larger(b, d)];

  /* What correct work can reach on a sheet that asks for so many decimals. */
  function reachable(decimals) {
    function fine(value) {
      const isFine = (end) => isWhole(end, fineDecimals(end, decimals));
      if (value.low.every(isFine) && (value.low === value.high || value.high.every(isFine))) return value;
      return each((low, high) => [finer(low, smaller), finer(high, larger)], value);
    }
    /* The furthest to which an end is rounded, one way or the other. */
    function finer(end, further) {
      const scale = ten(fineDecimals(end, decimals));
      let found = end;
      for (let step = 0; step < FINER.length; step += 1) {
        found = further(found, whole(end, scale * FINER[step]) / (scale * FINER[step]));
      }
      return found;
    }
    function carry(text, computed, mask) {
      const found = fine(computed);
      return mask ? choose(mask, each(hull, found, text), found) : found;
    }
    function merge(mask, answer, computed) {
      // An exact tie may have been written either way.
      const half = (0.5 + 1e-7) * ten(-decimals);
      return each((is, _, low, high, least, most) => {
        if (!is) return [least, most];
        const same = low >= least - half && high <= most + half;
        return same ? hull(low, high, least, most) : [low, high];
      }, mask, answer, computed);
    }
    return { among: 1, merge, carry };
  }

  /* Work out all rules, [name, tree] in order, from leaves. `answers` win: {mask, values} by name; `onSheet` are masks
     of what stands on the sheet; `kept` is an earlier run, of which rules in `same` are taken over. */
  function run({ rules, write }, given, reading, { answers = {}, onSheet = {}, decimals = 3, kept = null, same = null } = {}) {
    const found = { computed: {}, values: { ...given }, written: {} };
    const digits = point([], [decimals]);
    for (const [name, tree] of rules) {
      if (kept && same.has(name)) {
        for (const part of ["computed", "values", "written"]) if (name in kept[part]) found[part][name] = kept[part][name];
        continue;
      }
      const computed = evaluate(tree, found.values, reading);
      found.computed[name] = computed;
      const mask = onSheet[name] || null;
      if (mask) found.written[name] = evaluate(write, { value: computed, decimals: digits }, reading);
      const carried = reading.carry(found.written[name], computed, mask);
      const own = answers[name];
      found.values[name] = own ? reading.merge(own.mask, own.values, carried) : carried;
    }
    return found;
  }

  Object.assign(posenc, { numbers, written, reachable, run });
})();
