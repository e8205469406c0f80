"use strict";
/* Works out expressions that travel as data: a number, a name, or a list such as ["/", ["*", 2, "i"], "d"].

   An operation has two ways of reading: with numbers, and with both ends of what correct work can reach
   (posenc_cli/calculation: primitives.py, intervals.py, rounding.py). Nothing here looks at the page. */

(() => {
  const { each, like, point, size, spread, ten, together } = posenc;
  const TURN = 2 * Math.PI;

  // rounding as in school

  function whole(value, scale) {
    const scaled = Math.abs(value) * scale;
    const up = Math.floor(scaled + 0.5 + Math.min(1e-7, 4e-15 * scaled + 1e-12));
    return (value < 0 || Object.is(value, -0) ? -up : up) + 0;
  }

  const ticks = (value, decimals) => whole(value, ten(decimals));
  const round = (value, decimals) => whole(value, ten(decimals)) / ten(decimals);

  function fineDecimals(value, decimals) {
    const size_ = Math.abs(value);
    return Math.max(decimals, decimals - Math.floor(Math.log10(size_ > 0 ? size_ : 1) + 1e-12));
  }

  // functions of numbers, as Python has them

  const smaller = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));
  const larger = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));

  function modulo(a, b) {
    const rest = a % b;
    return rest && rest < 0 !== b < 0 ? rest + b : rest;
  }

  function floorDivide(a, b) {
    if (b === 0) return a / b;
    const quotient = (a - modulo(a, b)) / b;
    const found = Math.floor(quotient);
    return quotient - found > 0.5 ? found + 1 : found;
  }

  /* As in C: 1 to anything is 1. */
  const power = (a, b) => (a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b);

  function nearestEven(value) {
    const down = Math.floor(value);
    const rest = value - down;
    if (rest !== 0.5) return rest < 0.5 ? down : down + 1;
    return down % 2 === 0 ? down : down + 1;
  }

  /* Fewer binary digits; exponents keep their range. */
  const shortened = (bits) => (value) => {
    if (!Number.isFinite(value) || value === 0) return value;
    let exponent = Math.floor(Math.log2(Math.abs(value))) + 1;
    if (Math.abs(value) >= 2 ** exponent) exponent += 1;
    if (Math.abs(value) < 2 ** (exponent - 1)) exponent -= 1;
    return nearestEven(value * 2 ** (bits - exponent)) * 2 ** (exponent - bits);
  };

  function swapDigits(value, decimals, first) {
    const written = Math.abs(ticks(value, decimals));
    const unit = ten(decimals - first - 1);
    const low = Math.floor(written / unit) % 10;
    const high = Math.floor(written / unit / 10) % 10;
    const found = Math.abs((written + (low - high) * 9 * unit) / ten(decimals));
    return value < 0 || Object.is(value, -0) ? -found : found;
  }

  // the same between two ends

  function corners(compute) {
    return (a, b, c, d) => {
      const [one, two, three, four] = [compute(a, c), compute(a, d), compute(b, c), compute(b, d)];
      return [smaller(smaller(one, two), smaller(three, four)), larger(larger(one, two), larger(three, four))];
    };
  }

  const multiply = corners((a, b) => a * b);
  const quotient = corners((a, b) => a / b);
  const powers = corners(power);

  function divide(a, b, c, d) {
    if (c === 0 && d === 0) return [NaN, NaN];
    // An end at zero is reached from inside: 1 / [0, 2] is [0.5, ∞].
    const found = quotient(a, b, c === 0 ? 0 : c, d === 0 ? -0 : d);
    return c < 0 && d > 0 ? [-Infinity, Infinity] : found;
  }

  function raise(a, b, c, d) {
    const [low, high] = powers(a, b, c, d);
    if (!(a < 0 && b > 0 && c === d)) return [low, high];
    const even = modulo(c, 2) === 0;
    if (c < 0) return [even ? low : -Infinity, Infinity];
    return [even && c > 0 ? 0 : low, high];
  }

  function remainder(a, b, c) {
    const whole_ = c === 0 ? NaN : c;
    if (Math.floor(a / c) === Math.floor(b / c)) return [modulo(a, whole_), modulo(b, whole_)];
    return [0 * whole_, whole_];
  }

  const rising = (compute, least = -Infinity, most = Infinity) => (a, b) => {
    const some = b >= least && a <= most;
    return [compute(some ? Math.max(a, least) : a), compute(some ? Math.min(b, most) : b)];
  };

  function magnitude(a, b) {
    const [low, high] = [Math.abs(a), Math.abs(b)];
    return [a < 0 && b > 0 ? 0 : Math.min(low, high), Math.max(low, high)];
  }

  const wave = (compute, crest) => (a, b) => {
    const [one, other] = [compute(a), compute(b)];
    const meets = (offset) => Math.floor((b - offset) / TURN) > Math.floor((a - offset) / TURN);
    return [meets(crest + Math.PI) ? -1 : Math.min(one, other), meets(crest) ? 1 : Math.max(one, other)];
  };

  function tangent(a, b) {
    const pole = Math.floor((b - Math.PI / 2) / Math.PI) > Math.floor((a - Math.PI / 2) / Math.PI);
    return pole ? [-Infinity, Infinity] : [Math.tan(a), Math.tan(b)];
  }

  function arcCosine(a, b) {
    const some = b >= -1 && a <= 1;
    return [Math.acos(some ? Math.min(b, 1) : b), Math.acos(some ? Math.max(a, -1) : a)];
  }

  function swapBetween(a, b, decimals, _, first) {
    if (ticks(a, decimals) === ticks(b, decimals)) return [swapDigits(a, decimals, first), swapDigits(b, decimals, first)];
    const most = 8.1 * ten(-first) + ten(-decimals);
    return [a - most, b + most];
  }

  // comparisons: may it be true, and may it be false?

  const COMPARE = {
    "==": [(a, b) => [a === b, a !== b], (a, b, c, d) => [a <= d && c <= b, !(a === b && c === d && a === c)]],
    "!=": [(a, b) => [a !== b, a === b], (a, b, c, d) => [!(a === b && c === d && a === c), a <= d && c <= b]],
    "<": [(a, b) => [a < b, !(a < b)], (a, b, c, d) => [a < d, !(b < c)]],
    "<=": [(a, b) => [a <= b, !(a <= b)], (a, b, c, d) => [a <= d, b > c]],
  };

  function where(condition, yes, no, reading, read) {
    const compare = COMPARE[condition[0]][reading.among];
    const [left, right] = condition.slice(1).map(read);
    const test = reading.among ? compare : (a, _, c) => compare(a, c);
    return each((a, b, c, d, low, high, least, most) => {
      const [may, mayNot] = test(a, b, c, d);
      if (may && mayNot) return [smaller(low, least), larger(high, most)];
      return may ? [low, high] : [least, most];
    }, left, right, read(yes), read(no));
  }

  // operations along rows and columns

  function along(value, compute) {
    const width = value.shape[value.shape.length - 1];
    const sums = (cells) => {
      const found = [];
      for (let start = 0; start < cells.length; start += width) found.push(compute(cells.slice(start, start + width)));
      return found;
    };
    return like({ shape: [...value.shape.slice(0, -1), 1] }, sums(value.low), sums(value.high));
  }

  const sum = (cells) => cells.reduce((total, cell) => total + cell, 0);
  const total = (value) => along(value, sum);
  const summed = (value) => ({ ...total(value), shape: value.shape.slice(0, -1) });

  function norm(value) {
    const sizes = each(magnitude, value);
    return along(sizes, (cells) => Math.sqrt(sum(cells.map((cell) => cell * cell))));
  }

  function take(value, index) {
    const shape = index.shape.length ? index.shape : [1];
    const width = value.shape[value.shape.length - 1];
    const lead = together([value.shape.slice(0, -1), shape.slice(0, -1)]);
    const [rows, columns] = [size(lead), shape[shape.length - 1]];
    const cells = spread(value.shape, [...lead, width]);
    const places = spread(shape, [...lead, columns]);
    const picked = (ends) => {
      const found = [];
      for (let cell = 0; cell < rows * columns; cell += 1) {
        const place = index.low[places[cell]];
        const row_ = Math.floor(cell / columns);
        found.push(place >= 0 && place < width ? ends[cells[row_ * width + Math.trunc(place)]] : NaN);
      }
      return found;
    };
    return like({ shape: [...lead, columns] }, picked(value.low), picked(value.high));
  }

  function roll(value, steps) {
    const width = value.shape[value.shape.length - 1];
    const moved = (cells) => cells.map((_, cell) => {
      const column = modulo((cell % width) - Math.trunc(steps.low[0]), width);
      return cells[cell - (cell % width) + column];
    });
    return like(value, moved(value.low), moved(value.high));
  }

  function row(value, index) {
    const [rows, columns] = value.shape.slice(-2);
    const wanted = modulo(Math.trunc(index.low[0]), rows);
    const picked = (cells) => cells.filter((_, cell) => Math.floor(cell / columns) % rows === wanted);
    return like({ shape: [...value.shape.slice(0, -2), 1, columns] }, picked(value.low), picked(value.high));
  }

  function transposed(value) {
    const [rows, columns] = value.shape.slice(-2);
    const turned = (cells) => cells.map((_, cell) => {
      const inside = cell % (rows * columns);
      return cells[cell - inside + (inside % rows) * columns + Math.floor(inside / rows)];
    });
    return like({ shape: [...value.shape.slice(0, -2), columns, rows] }, turned(value.low), turned(value.high));
  }

  /* Every row of the left times every row of the right. */
  function dots(left, right) {
    const width = left.shape[left.shape.length - 1];
    const column = (value, number) => take(value, point([], [number]));
    let found = null;
    for (let number = 0; number < width; number += 1) {
      const term = each(multiply, column(left, number), transposed(column(right, number)));
      found = found ? each((a, b, c, d) => [a + c, b + d], found, term) : term;
    }
    return found;
  }

  const TOGETHER = { total, summed, norm, take, roll, row, transposed, dots };

  /* By name: what it does with numbers, and what with both ends. */
  const CELLS = {
    "+": [(a, b) => a + b, (a, b, c, d) => [a + c, b + d]],
    "-": [(a, b) => a - b, (a, b, c, d) => [a - d, b - c]],
    "*": [(a, b) => a * b, multiply],
    "/": [(a, b) => a / b, divide],
    "//": [floorDivide, (...ends) => divide(...ends).map(Math.floor)],
    "%": [modulo, remainder],
    "**": [power, raise],
    negate: [(a) => -a, (a, b) => [-b, -a]],
    sin: [Math.sin, wave(Math.sin, Math.PI / 2)],
    cos: [Math.cos, wave(Math.cos, 0)],
    tan: [Math.tan, tangent],
    asin: [Math.asin, rising(Math.asin, -1, 1)],
    acos: [Math.acos, arcCosine],
    sqrt: [Math.sqrt, rising(Math.sqrt, 0)],
    abs: [Math.abs, magnitude],
    smaller: [(a, b) => Math.min(a, b), (a, b, c, d) => [Math.min(a, c), Math.min(b, d)]],
    larger: [(a, b) => Math.max(a, b), (a, b, c, d) => [Math.max(a, c), Math.max(b, d)]],
    round: [round, (a, b, c) => [round(a, c), round(b, c)]],
    swap_digits: [swapDigits, swapBetween],
  };
  const RISING = {
    ln: [Math.log, 0],
    exp: [Math.exp],
    floor: [Math.floor],
    ceil: [Math.ceil],
    trunc: [Math.trunc],
    radians: [(value) => value * (Math.PI / 180)],
    degrees: [(value) => value * (180 / Math.PI)],
    bfloat16: [shortened(8)],
    float32: [shortened(24)],
  };
  for (const [name, [compute, least]] of Object.entries(RISING)) CELLS[name] = [compute, rising(compute, least)];

  // expressions

  function evaluate(tree, values, reading) {
    const read = (node) => {
      if (typeof node === "number") return point([], [node]);
      if (typeof node === "string") return values[node];
      const [name, ...parts] = node;
      if (name === "where") return where(...parts, reading, read);
      const known = parts.map(read);
      if (name in TOGETHER) return TOGETHER[name](...known);
      const compute = CELLS[name][reading.among];
      if (reading.among) return each(compute, ...known);
      return each((a, _, c, __, e) => {
        const found = compute(a, c, e);
        return [found, found];
      }, ...known);
    };
    return read(tree);
  }

  function names(tree, found = new Set()) {
    if (typeof tree === "string") found.add(tree);
    else if (Array.isArray(tree)) tree.slice(1).forEach((part) => names(part, found));
    return found;
  }

  Object.assign(posenc, { CELLS, TOGETHER, COMPARE, evaluate, names, ticks, round, whole, fineDecimals, smaller, larger });
})();
