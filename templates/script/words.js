"use strict";
/* Rules as a person writes them, numbers put in, for one cell: the reading in words, as posenc_cli/calculation/words.py and
   posenc_cli/render/steps.py have it. */

(() => {
  const { CELLS, COMPARE, cellOf, round } = posenc;
  const [SUM, PRODUCT, POWER, CLOSED] = [1, 2, 3, 4];
  const MINUS = "\u2212";
  const [DIGITS, DECIMALS] = [6, 3];
  /* What is rounded as on paper; frequencies and slopes would be nothing then. */
  const ROUNDED = new Set(["pe", "cos", "sin", "bias"]);

  // numbers

  const written = (value, places, mark) => round(value, places).toFixed(places).replace("-", MINUS).replace(".", mark);
  const isFinite_ = (value) => Math.abs(value) < Infinity;
  const paper = (value, mark, places = DECIMALS) => (isFinite_(value) ? written(value, places, mark) : "\u2013");

  /* Whole and short numbers as they are, others to six digits. */
  function step(value, mark) {
    if (!isFinite_(value)) return "\u2013";
    const places = Math.max(0, DIGITS - 1 - (value ? Math.floor(Math.log10(Math.abs(value))) : 0));
    const found = written(value, places, mark);
    return found.includes(mark) ? found.replace(/0+$/, "").replace(/[.,]$/, "") : found;
  }

  function isWhole(value) {
    const shown = step(value, ".");
    return shown !== "\u2013" && Math.abs(Number(shown.replace(MINUS, "-")) - value) <= 1e-14 * Math.abs(value);
  }

  // texts: {text, binds, value}

  const isNegative = (said) => said.text.startsWith(MINUS);
  const bracketed = (said, is) => (is ? `(${said.text})` : said.text);
  const inside = (said, binds, right = false) =>
    bracketed(said, said.binds < binds || (right && (said.binds === binds || isNegative(said))));

  function binary(sign, binds, left, right) {
    const tight = right.binds <= binds && sign !== "+" && sign !== "·";
    const second = tight || isNegative(right) ? `(${right.text})` : inside(right, binds);
    if (binds !== POWER) return `${inside(left, binds)} ${sign} ${second}`;
    return `${bracketed(left, left.binds < CLOSED || isNegative(left))}^${second}`;
  }

  const OPERATORS = { "+": ["+", SUM], "-": [MINUS, SUM], "*": ["·", PRODUCT], "/": ["/", PRODUCT], "%": ["mod", PRODUCT], "**": ["^", POWER] };
  const CLOSING = {
    "//": (a, b) => `⌊${inside(a, PRODUCT)} / ${inside(b, PRODUCT, true)}⌋`,
    smaller: (a, b) => `min(${a.text}; ${b.text})`,
    larger: (a, b) => `max(${a.text}; ${b.text})`,
    abs: (a) => `|${a.text}|`,
    sqrt: (a) => (a.text.includes(" ") ? `√(${a.text})` : `√${a.text}`),
  };

  /* A rule with the numbers of one cell. */
  function say(tree, values, cell, mark) {
    const plain = (value) => ({ text: step(value, mark), binds: CLOSED, value });
    function read(node) {
      if (typeof node === "number") return plain(node);
      if (typeof node === "string") return plain(cellOf(values[node], cell));
      const [name, ...parts] = node;
      if (name === "where") return read(parts[isTrue(parts[0]) ? 1 : 2]);
      if (name === "take") return plain(cellOf(values[parts[0]], [...cell.slice(0, -1), read(parts[1]).value]));
      const known = parts.map(read);
      const value = CELLS[name][0](...known.map((one) => one.value));
      if (name === "negate") return { text: `${MINUS}${inside(known[0], PRODUCT, true)}`, binds: PRODUCT, value };
      if (name === "radians") return { text: `${inside(known[0], PRODUCT)} · π / 180`, binds: PRODUCT, value };
      if (name in OPERATORS) {
        const [sign, binds] = OPERATORS[name];
        return { text: binary(sign, binds, ...known), binds, value };
      }
      const shown = name in CLOSING ? CLOSING[name](...known) : `${name}(${known.map((one) => one.text).join("; ")})`;
      return { text: shown, binds: CLOSED, value };
    }
    function isTrue([name, left, right]) {
      const [one, other] = [read(left).value, read(right).value];
      return COMPARE[name][0](one, other)[0];
    }
    return read(tree).text;
  }

  /* The steps to a result in one cell: [name of the step, line] each. */
  function stepsTo(form, result, values, cell, mark) {
    const rules = new Map(form.rules);
    return form.steps[result].map(([rule, name]) => {
      const value = cellOf(values[rule], cell);
      const said = say(rules.get(rule), values, cell, mark);
      const isExact = isWhole(value);
      const shown = isExact || !ROUNDED.has(name) ? step(value, mark) : paper(value, mark);
      return [name, said === shown ? said : `${said} ${isExact ? "=" : "≈"} ${shown}`];
    });
  }

  Object.assign(posenc, { paper, stepNumber: step, say, stepsTo });
})();
