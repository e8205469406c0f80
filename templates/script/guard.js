"use strict";
/* Rows from which nothing follows through: zeros and ones, and rows copied from elsewhere on the sheet. As guard.py in
   posenc_cli/grading has it, for one person. */

(() => {
  const { at, ten, ticks, within } = posenc;
  const key = (place) => place.join("/");

  function rowOf(marker, name, row) {
    const columns = marker.sheet.onSheet[name].shape[1];
    return marker.own[name].slice(row * columns, (row + 1) * columns).map((value) => ticks(value, marker.decimals));
  }

  function asked(marker) {
    if (marker.asked_) return marker.asked_;
    marker.asked_ = new Map();
    for (const { at: [name, row, column] } of marker.sheet.blanks) {
      if (!marker.asked_.has(name)) marker.asked_.set(name, new Map());
      const rows = marker.asked_.get(name);
      rows.set(row, [...(rows.get(row) || []), column]);
    }
    return marker.asked_;
  }

  function guardedRows(marker) {
    const { sheet } = marker;
    const found = {};
    for (const name of Object.keys(marker.own)) found[name] = new Array(sheet.onSheet[name].shape[0]).fill(false);
    const sources = new Map();
    for (const { at: [name, row], source } of sheet.blanks) sources.set(key([name, row]), [name, row, source]);
    const elsewhere = printedRows(marker).map((cells) => ["", cells]);
    for (const [name, row, source] of sources.values()) {
      const mine = rowOf(marker, name, row);
      const origin = key(source ? source.slice(0, 2) : [name, row]);
      let others = elsewhere.filter(([known, cells]) => known !== origin && cells.length === mine.length && mine.length > 1);
      if (sheet.whole.has(name) || isSameInAllRows(marker, name)) others = [];
      const like = others.some(([, cells]) => cells.every((cell, column) => cell === mine[column]));
      const suspect = like || isTrivial(marker, name, lookedAtTogether(marker, name, row));
      found[name][row] = suspect && !isRight(marker, name, row, mine);
      elsewhere.push([origin, mine]);
    }
    for (const { at: [name, row], source } of sheet.blanks) {
      if (!source || !(source[0] in marker.own)) continue;
      const [mine, theirs] = [rowOf(marker, name, row), rowOf(marker, source[0], source[1])];
      if (mine.length === theirs.length && mine.every((cell, column) => cell === theirs[column])) {
        found[name][row] = found[source[0]][source[1]];
      }
    }
    return found;
  }

  function isSameInAllRows(marker, name) {
    const { shape } = marker.right.computed[name];
    return marker.sheet.onSheet[name].shape[0] > 1 && shape[shape.length - 2] === 1;
  }

  function lookedAtTogether(marker, name, row) {
    const rows = asked(marker).get(name);
    const alone = [...rows.keys()].filter((one) => rows.get(one).length === 1);
    return (rows.get(row).length > 1 ? [row] : alone).flatMap((one) => {
      const cells = rowOf(marker, name, one);
      return rows.get(one).map((column) => cells[column]);
    });
  }

  function isTrivial(marker, name, answers) {
    const one = ten(marker.decimals);
    if (marker.sheet.whole.has(name)) return answers.every((cell) => cell === 0) || answers.every((cell) => cell === one);
    return answers.every((cell) => cell === 0 || cell === one);
  }

  function printedRows(marker) {
    const rows = [];
    for (const [name, { shape, low: mask }] of Object.entries(marker.sheet.printed)) {
      if (!mask.some(Boolean)) continue;
      const values = within(marker.right.written[name], shape).low;
      for (let start = 0; start < mask.length; start += shape[1]) {
        if (!mask.slice(start, start + shape[1]).every(Boolean)) continue;
        rows.push(values.slice(start, start + shape[1]).map((value) => ticks(value, marker.decimals)));
      }
    }
    return rows;
  }

  function isRight(marker, name, row, mine) {
    return asked(marker).get(name).get(row).every((column) => {
      const [low, high] = at(marker.right.written[name], row, column).map((end) => ticks(end, marker.decimals));
      return mine[column] >= low && mine[column] <= high;
    });
  }

  /* Without rows that follow from the person's own earlier numbers: honest work, no copy. */
  function withoutFollowed(marker) {
    const found = {};
    for (const [name, rows] of asked(marker)) {
      found[name] = marker.guarded[name].slice();
      if (!found[name].some(Boolean)) continue;
      for (const [row, columns] of rows) {
        const mine = rowOf(marker, name, row);
        const fits = columns.every((column) => {
          const [low, high] = at(marker.run_.computed[name], row, column).map((end) => ticks(end, marker.decimals));
          return mine[column] >= low && mine[column] <= high;
        });
        if (fits) found[name][row] = false;
      }
    }
    return found;
  }

  Object.assign(posenc, { guardedRows, withoutFollowed });
})();
