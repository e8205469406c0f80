"use strict";
/* Quantities: {shape, low, high}, an array of rows and columns, cell by cell its lowest and its highest value. Plain
   numbers have both ends equal. The first of our scripts; all of them add to `posenc`. */

const posenc = {};

(() => {
  const tens = new Map();

  /* 10 to a whole number, as exact as a float can be; Math.pow is not. */
  function ten(power) {
    if (!tens.has(power)) tens.set(power, Number(`1e${power}`));
    return tens.get(power);
  }

  const size = (shape) => shape.reduce((count, length) => count * length, 1);
  const point = (shape, cells) => ({ shape, low: cells, high: cells });

  /* A quantity from numbers as they stand in JSON: one, a row, or rows; null is no number. */
  function leaf(value) {
    const shape = [];
    for (let inner = value; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
    const cells = Array.isArray(value) ? value.flat(shape.length) : [value];
    return point(shape, cells.map((cell) => (cell === null ? NaN : cell)));
  }

  const isSame = (one, other) => one.length === other.length && one.every((length, axis) => length === other[axis]);

  function together(shapes) {
    const widest = shapes.reduce((one, other) => (other.length > one.length || (other.length === one.length && size(other) > size(one)) ? other : one));
    if (shapes.every((shape) => !shape.length || shape === widest || isSame(shape, widest))) return widest;
    const found = [];
    for (const shape of shapes) {
      for (let back = 1; back <= shape.length; back += 1) {
        const length = shape[shape.length - back];
        if (found[back - 1] === undefined || found[back - 1] === 1) found[back - 1] = length;
        else if (length !== 1 && length !== found[back - 1]) throw new RangeError("shapes do not fit");
      }
    }
    return found.reverse();
  }

  const maps = new Map();

  /* Which cell of an array stands in each cell of a larger shape: rows and columns of one serve for all. */
  function spread(from, shape) {
    const count = size(shape);
    const key = isSame(from, shape) ? count : size(from) === 1 ? -count : `${from}>${shape}`;
    if (maps.has(key)) return maps.get(key);
    const lead = shape.length - from.length;
    const steps = shape.map(() => 0);
    for (let axis = from.length - 1, step = 1; axis >= 0; step *= from[axis], axis -= 1) {
      if (from[axis] !== 1) steps[axis + lead] = step;
    }
    const found = new Int32Array(count);
    for (let cell = 0; cell < found.length; cell += 1) {
      for (let axis = shape.length - 1, rest = cell; axis >= 0; axis -= 1) {
        found[cell] += steps[axis] * (rest % shape[axis]);
        rest = Math.floor(rest / shape[axis]);
      }
    }
    maps.set(key, found);
    return found;
  }

  /* Cell by cell: `compute` gets both ends of every argument and returns both ends of the result. */
  function each(compute, ...values) {
    const shape = together(values.map((value) => value.shape));
    const [a, b, c, d] = values;
    const [p, q, r, s] = values.map((value) => spread(value.shape, shape));
    const count = size(shape);
    const low = new Array(count);
    const high = new Array(count);
    // A phone does this some hundred thousand times for one answer: so no list is made of the arguments.
    for (let cell = 0; cell < count; cell += 1) {
      const [i, j, k, l] = [p[cell], b && q[cell], c && r[cell], d && s[cell]];
      const found = !b
        ? compute(a.low[i], a.high[i])
        : !c
          ? compute(a.low[i], a.high[i], b.low[j], b.high[j])
          : compute(a.low[i], a.high[i], b.low[j], b.high[j], c.low[k], c.high[k], d && d.low[l], d && d.high[l]);
      low[cell] = found[0];
      high[cell] = found[1];
    }
    return { shape, low, high };
  }

  const within = (value, shape) => each((low, high) => [low, high], value, { shape, low: [], high: [] });
  const like = (value, low, high) => ({ shape: value.shape, low, high });

  /* Both ends of a cell by its row and column; an array of one row or column serves for all. */
  function at(value, row, column) {
    const [rows, columns] = [1, 1, ...value.shape].slice(-2);
    const cell = (rows === 1 ? 0 : row) * columns + (columns === 1 ? 0 : column);
    return [value.low[cell], value.high[cell]];
  }

  Object.assign(posenc, { ten, size, point, leaf, together, spread, each, within, like, at });
})();
