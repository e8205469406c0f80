"use strict";
/* Two words added up, RoPE and ALiBi: small models of what an encoding does. */

(() => {
  const { cellOf, chart, disc, draws, element, ends, evaluate, find, leaf, mark, numbers, page, paper, quantities, readNumber, run, stepNumber, text, upTo } = posenc;
  const { data } = page;
  const byName = (name) => data.encodings.find((encoding) => encoding.name === name);
  const usual = (name) => ({ form: Object.keys(byName(name).forms)[0], base: 10000 });
  const WIDTH = data.words[0].vector.length;
  const names = upTo(WIDTH, 1).map((place) => `d${"₀₁₂₃₄₅₆₇₈₉"[place]}`);
  const MOST_POSITION = 1e6;

  const pairOf = (x) => run({ rules: data.compare }, { x, first: leaf(0), second: leaf(1) }, numbers).values;
  const bracketed = (said) => (said.startsWith("\u2212") ? `(${said})` : said);
  const terms = ({ left, right }) =>
    left.low.map((value, place) => [value, right.low[place]].map((one) => bracketed(paper(one, mark()))).join(" · ")).join(" + ");

  // vectors that can be typed

  /* What stands in a field as a number; it says so where it is none. */
  function numberIn(field, problem) {
    const found = readNumber(field.value);
    const isFine = found.status === "number" && (field.type !== "number" || (Number.isInteger(found.value) && found.value >= 0 && found.value <= MOST_POSITION));
    field.setAttribute("aria-invalid", String(!isFine));
    if (!isFine) problem.textContent = text("no-number", { given: field.value });
    return isFine ? found.value : NaN;
  }

  function field(value, name) {
    return element("input", { value: stepNumber(value, mark()), "aria-label": name, autocomplete: "off", size: 4 });
  }

  function grid(...lines) {
    const head = element("tr", {}, element("td"), ...names.map((name) => element("th", { scope: "col" }, name)));
    const rows = lines.map(([name, cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))));
    return element("table", { class: "grid" }, element("thead", {}, head), element("tbody", {}, ...rows));
  }

  // two words

  const words = data.words.map(({ at, vector }) => ({ at, vector, word: null }));

  function drawWords() {
    const parts = words.map((one, place) => {
      const number = place + 1;
      const word = element("input", { value: one.word ?? text(`word-${number}`), maxlength: 30, autocomplete: "off" });
      const at = element("input", { type: "number", min: 0, max: MOST_POSITION, step: 1, value: one.at, "aria-label": text("position-of", { number }) });
      const cells = one.vector.map((value, k) => field(value, text("number-of", { number, name: names[k] })));
      const [pe, sum] = [names, names].map((line) => line.map(() => element("output")));
      word.addEventListener("input", () => { one.word = word.value; });
      const made = element("fieldset", { class: "vector" }, element("legend", {}, text("word-of", { number })),
        element("div", { class: "who" }, element("label", {}, text("word"), word), element("label", {}, text("position"), at)),
        grid(["E", cells], ["PE", pe], ["E + PE", sum]));
      return { one, at, cells, pe, sum, made };
    });
    find("pair").replaceChildren(...parts.map(({ made }) => made));
    const follow = () => addUp(parts);
    for (const { at, cells } of parts) for (const input of [at, ...cells]) input.addEventListener("input", follow);
    follow();
  }

  function addUp(parts) {
    find("pair-problem").textContent = "";
    const read = (input) => numberIn(input, find("pair-problem"));
    const rows = parts.map(({ cells }) => cells.map(read));
    const places = parts.map(({ at }) => [read(at)]);
    if ([...rows, ...places].flat().some(Number.isNaN)) return;
    parts.forEach(({ one }, place) => Object.assign(one, { vector: rows[place], at: places[place][0] }));
    const embedding = leaf(rows);
    const { pe, x } = quantities(byName("sinusoidal"), {
      ...usual("sinusoidal"), width: WIDTH, rows: 2, given: { pos: leaf(places), embedding }, more: data.add });
    parts.forEach((part, place) => part.pe.forEach((output, k) => {
      output.textContent = paper(pe.low[place * WIDTH + k], mark());
      part.sum[k].textContent = paper(x.low[place * WIDTH + k], mark());
    }));
    for (const [id, found] of [["dot-before", pairOf(embedding)], ["dot-after", pairOf(x)]]) {
      find(id).replaceChildren(paper(found.dot.low[0], mark()), element("span", {}, terms(found)));
    }
  }

  // RoPE

  const turning = { q: [1, 0.5, 0.2, -0.4], k: [0.8, -0.2, 0.6, 0.3] };

  /* Rows of vectors, turned by their positions. */
  function rotated(vectors, positions) {
    const given = { pos: leaf(positions.map((one) => [one])), x: leaf(vectors), k: leaf([upTo(WIDTH)]), split: leaf(0) };
    return quantities(byName("rope"), { ...usual("rope"), width: WIDTH, given, more: data.rotate });
  }
  const turned = (vectors, positions) => rotated(vectors, positions).turned;

  const dot = (m, n) => pairOf(turned([turning.q, turning.k], [m, n])).dot.low[0];

  function drawVectors() {
    const lines = [["q", "rope-query"], ["k", "rope-key"]].map(([key, name]) =>
      [key, text(name), turning[key].map((value, place) => field(value, `${text(name)}, ${names[place]}`))]);
    const follow = () => {
      find("turned-problem").textContent = "";
      const read = lines.map(([, , cells]) => cells.map((input) => numberIn(input, find("turned-problem"))));
      if (read.flat().some(Number.isNaN)) return;
      lines.forEach(([key], place) => { turning[key] = read[place]; });
      turn();
    };
    for (const input of lines.flatMap(([, , cells]) => cells)) input.addEventListener("input", follow);
    find("turned").replaceChildren(grid(...lines.map(([, name, cells]) => [name, cells])));
    turn();
  }

  function turn() {
    const [m, n] = ["rope-m", "rope-n"].map((id) => Number(find(id).value));
    for (const [id, value] of [["rope-m", m], ["rope-n", n]]) find(`${id}-says`).textContent = value;
    const { turned: { low: after }, angle } = rotated([turning.q, turning.k], [m, n]);
    const before = [...turning.q, ...turning.k];
    const longest = Math.max(1e-9, ...upTo(WIDTH).map((pair) => Math.hypot(before[2 * pair], before[2 * pair + 1])));
    const arrow = (from, pair, kind, name) => ({ x: from[2 * pair] / longest, y: from[2 * pair + 1] / longest, kind, name });
    find("discs").replaceChildren(...upTo(WIDTH / 2).map((pair) => {
      const key = pair + WIDTH / 2;
      const angles = [0, 1].map((row) => stepNumber(cellOf(angle, [0, row, pair]), mark()));
      const arrows = [arrow(before, pair, "before"), arrow(before, key, "second before"), arrow(after, pair, "", "q"), arrow(after, key, "second", "k")];
      const made = disc(arrows, text("rope-pair-says", { pair, m: angles[0], n: angles[1] }), "large");
      made.append(text("rope-pair", { pair }));
      return made;
    }));
    const now = paper(dot(m, n), mark());
    find("rope-says").textContent = text("rope-says", { distance: m - n, dot: now }).replace("-", "\u2212");
    const places = [0, 1, 10, 100].map((step) => [m + step, n + step]);
    find("rope-rows").replaceChildren(...[...places, [m + 1, n]].map(([one, other]) => {
      const cells = [one, other, String(one - other).replace("-", "\u2212"), paper(dot(one, other), mark())];
      return element("tr", one - other === m - n ? { class: "is-here" } : {}, ...cells.map((cell) => element("td", {}, String(cell))));
    }));
    drawCurve(m - n, now);
  }

  function drawCurve(distance, now) {
    const last = data.rows - 1;
    const distances = upTo(2 * last + 1, -last);
    const queries = turned(distances.map(() => turning.q), distances);
    const line = evaluate(["total", ["*", "queries", "key"]], { queries, key: leaf([turning.k]) }, numbers).low;
    const [least, most] = ends(line).map((value) => paper(value, mark()));
    chart(find("curve"), line, { isLine: true, here: distance + last, under: [`\u2212${last}`, 0, last], says: text("rope-curve-says", { distance, dot: now, last, least, most }) });
  }

  for (const id of ["rope-m", "rope-n"]) find(id).addEventListener("input", turn);
  for (const [id, step] of [["both-down", -1], ["both-up", 1]]) {
    find(id).addEventListener("click", () => {
      const fields = ["rope-m", "rope-n"].map(find);
      const moved = fields.map((one) => Number(one.value) + step);
      if (moved.every((value) => value >= 0 && value < data.rows)) fields.forEach((one, place) => { one.value = moved[place]; });
      turn();
    });
  }

  // ALiBi

  function weigh() {
    const [head, query] = ["alibi-head", "alibi-query"].map((id) => Number(find(id).value));
    for (const [id, value] of [["alibi-head", head], ["alibi-query", query]]) find(`${id}-says`).textContent = value;
    const { bias, slope } = quantities(byName("alibi"), usual("alibi"));
    const line = posenc.rowsOf(bias, query + 1, query + 1, head - 1)[query];
    const shares = evaluate(["/", ["exp", "bias"], ["total", ["exp", "bias"]]], { bias: leaf([line]) }, numbers).low;
    const equal = 1 / (query + 1);
    const [near, far, even] = [shares[query], shares[0], equal].map((value) => stepNumber(posenc.round(value, 4), mark()));
    const says = text("alibi-says", { head, slope: stepNumber(slope.low[head - 1], mark()), near, far, equal: even });
    find("alibi-says").textContent = says;
    const under = [0, text("key"), query];
    chart(find("penalty"), line, { under, says: `${text("alibi-bias")}. ${says}` });
    chart(find("weights"), shares, { under, level: equal, says: `${text("alibi-weights")}. ${says}` });
  }

  for (const id of ["alibi-head", "alibi-query"]) find(id).addEventListener("input", weigh);

  draws(drawWords);
  draws(drawVectors);
  draws(weigh);
})();
