"use strict";
/* Which slips explain wrong answers, with the fewest of them. As posenc_cli/grading has it: prediction.py, diagnosis.py,
   report.py. */

(() => {
  const { Marker, WIDEST, prepared, readNumber, ten, ticks } = posenc;
  const NEAR = 6;
  const USUAL = 2;
  const NO_CHANCE = Math.log(1e-6);
  const SURE = 2;
  const COMPARED = 3;
  const MOST_COMPARED = 24;
  const IMPRECISE = ["round-truncated", "round-two-decimals", "round-angle-first"];
  const [SELF_TEST, ERROR_WORD] = ["check", "numbers.calculator-error"];

  const any = (mask) => mask.some(Boolean);
  const numbersOf = (mask) => mask.flatMap((is, number) => (is ? [number] : []));

  function but(formula, rules) {
    const changed = formula.rules.map(([name, tree]) => [name, name in rules ? rules[name] : tree]);
    return { rules: changed, write: "write" in rules ? rules.write : formula.write };
  }

  /* What one way of writing makes of computed values. */
  function writing(marker, write, computed, between) {
    const written = marker.writtenBy(write, computed);
    const [lows, highs] = [written.low, written.high].map((side) => side.map((end) => ticks(end, marker.decimals)));
    return marker.ticks.map((answer, n) => {
      const [low, high] = [lows[n], highs[n]];
      // Digits that change places jump; whatever else is done to a narrow range keeps it one.
      const hits = answer === low || answer === high || (high - low <= WIDEST && between(n, low, high));
      const isNear = Math.abs(answer - low) <= NEAR || Math.abs(answer - high) <= NEAR;
      return { low, high, fits: hits && marker.isConsistent(written, n), isNear };
    });
  }

  /* What one form of a slip says about every answer. */
  function told(marker, rules, other, open) {
    const inTicks = (ends) => [ends.low, ends.high].map((side) => side.map((end) => ticks(end, marker.decimals)));
    const [least, most] = inTicks(marker.follow);
    const isChange = (low, high, n) => low > most[n] || high < least[n] || (Number.isNaN(low) && !Number.isNaN(least[n]));
    const between = (n, low, high) => marker.ticks[n] >= low && marker.ticks[n] <= high;
    if (Object.keys(rules).join() === "write") {
      // What was computed follows from the own answers, or is right in spite of how they were written.
      const [follow, strict] = [marker.follow, marker.strict].map((computed) => writing(marker, rules.write, computed, between));
      return follow.map((one, n) => ({
        explains: one.fits || strict[n].fits,
        allows: one.fits || strict[n].fits,
        isNear: one.isNear || strict[n].isNear,
        changes: isChange(one.low, one.high, n),
      }));
    }
    const formula = but(marker.sheet.formula, rules);
    const run = marker.run(formula, other);
    const [lows, highs] = inTicks(marker.ends(run.written));
    let fits = marker.ticks.map((_, n) => between(n, lows[n], highs[n]));
    if (marker.readings.some(({ decimals }) => decimals > marker.decimals)) {
      const computed = marker.ends(run.computed);
      fits = fits.map((is, n) => (is && marker.isConsistent(computed, n)) || marker.isFiner(computed, n));
    }
    let explains = fits.map((is, n) => is && highs[n] - lows[n] <= WIDEST);
    if (fits.some((is, n) => is && !explains[n] && open[n])) {
      // What stands on the sheet, exact or as written, scatters too far here; the usual way is still telling.
      const [from, to] = inTicks(marker.ends(marker.runAsWritten(formula, other)));
      explains = explains.map((is, n) => is || (fits[n] && between(n, from[n] - USUAL, to[n] + USUAL)));
    }
    const scattered = fits.map((is, n) => is && !explains[n] && open[n] && Number.isFinite(highs[n] - lows[n]));
    const chance = scattered.reduce((sum, is, n) => {
      const range = Math.max(2 * ten(marker.decimals), Math.abs(lows[n]), Math.abs(highs[n]));
      return is ? sum + Math.log(Math.min(1, (highs[n] - lows[n] + 1) / range)) : sum;
    }, 0);
    // Answers that may lie far apart by this way, and still lie there all together by no chance.
    if (chance < NO_CHANCE) explains = explains.map((is, n) => is || scattered[n]);
    return marker.ticks.map((answer, n) => {
      const [low, high] = [lows[n], highs[n]];
      const changes = isChange(low, high, n);
      const isError = Number.isNaN(low) && Number.isNaN(high) && marker.readings[n].reason === ERROR_WORD;
      // An error that follows from own earlier numbers speaks for no slip.
      return {
        explains: explains[n] || (isError && changes),
        allows: fits[n] || isError,
        isNear: answer >= low - NEAR && answer <= high + NEAR,
        changes,
      };
    });
  }

  /* What one slip explains on the whole sheet: a mask, false where it contradicts a right answer. */
  function claim(marker, slip, masks) {
    const best = masks.open.map(() => false);
    const known = new Set(marker.sheet.formula.rules.map(([name]) => name));
    for (const [rules, other] of slip.forms) {
      if (!("write" in rules) && !Object.keys(rules).some((rule) => known.has(rule))) continue;
      const says = told(marker, rules, other, masks.open);
      const explained = says.map((one, n) => masks.open[n] && one.explains);
      const against = says.map((one, n) => (masks.right[n] && !one.allows) || (masks.imprecise[n] && !one.isNear));
      // A way of working that misses as many wrong answers as it hits is nobody's way.
      const missed = says.map((one, n) => masks.wrong[n] && one.changes && !one.explains);
      if (slip.scope === "cell") {
        explained.forEach((is, n) => { best[n] = best[n] || is; });
        continue;
      }
      for (const numbers of slip.scope === "row" ? rowsOf(marker.sheet) : [marker.sheet.blanks.map((_, n) => n)]) {
        const hits = numbers.filter((n) => explained[n]);
        const counts = hits.length > numbers.filter((n) => missed[n]).length && !numbers.some((n) => against[n]);
        if (counts && hits.length > numbers.filter((n) => best[n]).length) {
          numbers.forEach((n) => { best[n] = explained[n]; });
        }
      }
    }
    return best;
  }

  function rowsOf(sheet) {
    const rows = new Map();
    sheet.blanks.forEach(({ at: [name, row] }, number) => {
      const key = `${name}/${row}`;
      rows.set(key, [...(rows.get(key) || []), number]);
    });
    return [...rows.values()];
  }

  /* Lists of numbers and texts, the first difference decides. */
  function compare(one, other) {
    for (let at = 0; at < one.length; at += 1) {
      if (Array.isArray(one[at])) {
        const found = compare(one[at], other[at]);
        if (found) return found;
      } else if (one[at] !== other[at]) return one[at] < other[at] ? -1 : 1;
    }
    return 0;
  }

  const rank = (slip) => [["sheet", "row", "cell"].indexOf(slip.scope), slip.grade, slip.order];
  const least = (list, key) => list.reduce((one, other) => (compare(key(other), key(one)) < 0 ? other : one));

  /* The smallest set of slips that explains as many of the answers as can be explained. */
  function explain(claims, masks) {
    const alike = new Map();
    for (const [slip, explained] of claims) {
      const cells = numbersOf(explained);
      if (!cells.length) continue;
      const known = alike.get(cells.join()) || { cells, slips: [] };
      known.slips.push(slip);
      alike.set(cells.join(), known);
    }
    const among = (slip, cells) => [IMPRECISE.includes(slip.id) || cells.some((n) => masks.wrong[n]) ? 0 : 1, ...rank(slip)];
    const groups = [...alike.values()];
    for (const group of groups) group.slips.sort((one, other) => compare(among(one, group.cells), among(other, group.cells)));
    const place = ({ cells, slips }) => [-cells.length, ...among(slips[0], cells)];
    groups.sort((one, other) => compare(place(one), place(other)));
    const found = smallest(groups).map(({ cells, slips }) => {
      const sure = cells.length >= SURE;
      return { slip: slips[0], alike: slips, sure, explained: cells };
    });
    return found.sort((one, other) => compare([-one.explained.length, ...rank(one.slip)], [-other.explained.length, ...rank(other.slip)]));
  }

  function* combinations(list, count, from = 0) {
    if (!count) {
      yield [];
      return;
    }
    for (let first = from; first <= list.length - count; first += 1) {
      for (const rest of combinations(list, count - 1, first + 1)) yield [list[first], ...rest];
    }
  }

  function smallest(groups) {
    const goal = new Set(groups.flatMap(({ cells }) => cells));
    if (!goal.size) return [];
    for (let count = 1; count <= COMPARED; count += 1) {
      const fitting = [];
      for (const chosen of combinations(groups.slice(0, MOST_COMPARED), count)) {
        if (new Set(chosen.flatMap(({ cells }) => cells)).size === goal.size) fitting.push(chosen);
      }
      if (fitting.length) {
        return least(fitting, (chosen) => [
          -chosen.reduce((sum, { cells }) => sum + cells.length, 0),
          ...chosen.map(({ slips }) => rank(slips[0])),
        ]);
      }
    }
    const found = [];
    while (goal.size) {
      const best = least(groups, ({ cells }) => [-cells.filter((n) => goal.has(n)).length]);
      if (!best.cells.some((n) => goal.has(n))) return found;
      best.cells.forEach((n) => goal.delete(n));
      found.push(best);
    }
    return found;
  }

  /* The key of the hint for slips that cannot be told apart here; one alone has its own. */
  function hintKey(alike) {
    const [first] = alike;
    if (alike.length === 1) return first.id;
    if (first.family && alike.every((one) => one.family === first.family)) return `families.${first.family}`;
    return `rules.${least(alike, (one) => [one.stage]).rule}`;
  }

  function diagnose(marker, verdicts) {
    const { sheet, readings } = marker;
    const [low, high] = [marker.follow.low, marker.follow.high].map((side) => side.map((end) => ticks(end, marker.decimals)));
    const counted = sheet.blanks.map((blank) => !blank.source);
    const masks = {
      wrong: verdicts.map((verdict, n) => counted[n] && (verdict === "wrong" || readings[n].reason === ERROR_WORD)),
      imprecise: verdicts.map((verdict, n) => counted[n] && (verdict === "coarse" || verdict === "rounding")),
      right: verdicts.map((verdict, n) => verdict === "correct" && counted[n] && sheet.blanks[n].at[0] !== SELF_TEST
        && marker.ticks[n] >= low[n] && marker.ticks[n] <= high[n]),
    };
    masks.open = masks.wrong.map((is, n) => is || masks.imprecise[n]);
    const slips = any(masks.open) ? sheet.slips.filter((slip) => slip.forms.length) : [];
    const findings = explain(slips.map((slip) => [slip, claim(marker, slip, masks)]), masks);
    for (const reason of new Set(readings.filter((one) => one.status === "unreadable").map((one) => one.reason))) {
      const slip = sheet.slips.find((one) => one.unreadable === reason);
      const explained = numbersOf(readings.map((one) => one.status === "unreadable" && one.reason === reason));
      if (slip) findings.push({ slip, alike: [slip], sure: explained.length >= SURE, explained });
    }
    return findings;
  }

  /* What a number lacks that nothing explains: its sign, or the place of its decimal mark; empty if it is something else. */
  function lacks(marker, number) {
    const { value } = marker.readings[number];
    const fits = (other) => [marker.strict, marker.follow].some(({ low, high }) => {
      const [least, most] = [low, high].map((side) => ticks(side[number], marker.decimals));
      const answer = ticks(other, marker.decimals);
      return answer !== 0 && answer >= least && answer <= most;
    });
    if (fits(-value)) return "sign";
    return [10, 100, 1000, 0.1, 0.01, 0.001].some((scale) => fits(value * scale)) ? "comma" : "";
  }

  /* Numbers that are right by the teacher's tolerance: near enough to one that may stand in the key. */
  function tolerated({ sheet, readings, decimals, strict }, verdicts) {
    if (!sheet.tolerance) return verdicts;
    const unit = ten(decimals);
    return verdicts.map((verdict, n) => {
      if (!["follow-through", "coarse", "rounding", "wrong"].includes(verdict)) return verdict;
      const [low, high] = [ticks(strict.low[n], decimals), ticks(strict.high[n], decimals)];
      const near = Math.min(Math.max(Math.round(readings[n].value * unit), low), high);
      return Math.abs(readings[n].value * unit - near) <= sheet.tolerance * unit + 1e-7 ? "correct" : verdict;
    });
  }

  /* Every blank of a prepared sheet, judged: {verdict, reason, slip, hint, lacks}, from texts by the ids of blanks. */
  function judge(sheet, answers) {
    const readings = sheet.blanks.map(({ id }) => readNumber(answers[id] || ""));
    const marker = new Marker(sheet, readings);
    const verdicts = tolerated(marker, marker.verdicts());
    const findings = diagnose(marker, verdicts);
    return verdicts.map((verdict, n) => {
      const finding = findings.find((one) => one.explained.includes(n));
      const certain = verdict === "coarse" && findings.some(
        (one) => one.sure && !IMPRECISE.includes(one.slip.id) && one.explained.includes(n));
      const isSlip = finding && (verdict === "wrong" || (certain && readings[n].written >= sheet.decimals));
      return {
        verdict: isSlip ? "slip" : verdict,
        reason: verdict === "unreadable" ? readings[n].reason : "",
        slip: finding ? finding.slip.id : "",
        hint: finding ? hintKey(finding.alike) : "",
        lacks: verdict === "wrong" && !isSlip ? lacks(marker, n) : "",
      };
    });
  }

  Object.assign(posenc, { judge, open: prepared });
})();
