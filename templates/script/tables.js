"use strict";
/* Encodings as they travel in data (posenc_cli/render/explorable.py): positions and columns for as many as are asked for, and
   all quantities of an encoding under its settings. Nothing here looks at the page. */

(() => {
  const { leaf, numbers, run, size } = posenc;
  const upTo = (count, first = 0) => Array.from({ length: count }, (_, place) => place + first);

  /* Leaves that are made here: (row, 1), (1, column), or (head, query, key). */
  function axes({ axis, heads }, rows, width) {
    const places = upTo(rows);
    const down = leaf(places.map((place) => [place]));
    const whole = { d: leaf(width), rotary_dim: leaf(width) };
    if (axis === "k") return { ...whole, pos: down, k: leaf([upTo(width)]) };
    if (axis === "i") return { ...whole, pos: down, i: leaf([upTo(width / 2)]) };
    return {
      ...whole,
      h: leaf(upTo(heads, 1).map((head) => [[head]])),
      query: leaf([places.map((place) => [place])]),
      key: leaf([[places]]),
    };
  }

  /* All quantities of an encoding: its form by the choices made, the base, the width. `more` are rules that follow, and
     `given` leaves that are known already, such as other positions. */
  function quantities(encoding, { form, base, width, rows = encoding.rows, given = {}, more = [] }) {
    const { rules, given: constants } = encoding.forms[form];
    const known = axes(encoding, rows, width);
    for (const [name, value] of Object.entries(constants)) known[name] = leaf(value);
    if (encoding.base) known[encoding.base] = leaf(base);
    return run({ rules: [...rules, ...more] }, { ...known, ...given }, numbers).values;
  }

  /* Where a cell lies in an array of which axes may have one entry only. */
  function placeIn(value, cell) {
    const lead = cell.slice(Math.max(0, cell.length - value.shape.length));
    return value.shape.reduce((place, length, axis) => place * length + (length === 1 ? 0 : lead[axis]), 0);
  }
  const cellOf = (value, cell) => value.low[placeIn(value, cell)];

  /* One quantity as rows of plain numbers; of several heads those of one. */
  function rowsOf(value, rows, columns, head = 0) {
    const start = placeIn(value, [head, 0, 0]);
    const [down, across] = [placeIn(value, [head, 1, 0]) - start, placeIn(value, [head, 0, 1]) - start];
    return upTo(rows).map((row) => upTo(columns).map((column) => value.low[start + row * down + column * across]));
  }

  const columnsOf = ({ axis }, rows, width) => ({ k: width, i: width / 2, key: rows })[axis];

  Object.assign(posenc, { upTo, quantities, cellOf, rowsOf, columnsOf, count: size });
})();
