"use strict";
/* The matrix of an encoding: its settings, its cells, and what belongs to the chosen one. */

(() => {
  const { cellOf, chart, columnsOf, disc, draws, element, ends, find, mark, page, paper, quantities, rowsOf, stepNumber, stepsTo, text, upTo } = posenc;
  const { data } = page;
  const [heat, cursor] = [find("heat"), find("mark")];
  const SMALL = new Set(["pe", "cos", "sin"]);
  const [MOST_HANDS, MOST_TICKS, PAGE, BEAT] = [8, 5, 8, 450];
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

  const state = { encoding: data.encodings[0], picked: {}, result: "pe", row: 5, column: 3, isKept: false, running: 0 };
  let shown = null;

  const number = (id) => Number(find(id).value);
  const written = (value) => (SMALL.has(state.result) ? paper(value, mark()) : stepNumber(value, mark()));
  const form = () => state.encoding.choices.map(({ name }) => state.picked[`${state.encoding.name} ${name}`]).join("/");
  const subscript = (whole) => [...String(whole)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");

  // settings

  function options(select, entries, value) {
    select.replaceChildren(...entries.map(([name, said]) => element("option", { value: name }, said)));
    select.value = value;
  }

  function offerChoices() {
    const made = state.encoding.choices.map(({ name, options: offered }) => {
      const key = `${state.encoding.name} ${name}`;
      state.picked[key] = state.picked[key] || Object.keys(offered)[0];
      const select = element("select", { id: `choice-${name}` });
      options(select, Object.entries(offered).map(([option, said]) => [option, said[page.language]]), state.picked[key]);
      select.addEventListener("change", () => {
        state.picked[key] = select.value;
        compute();
      });
      return element("label", { class: "setting" }, element("span", { class: "name" }, text(name)), select);
    });
    find("choices").replaceChildren(...made);
  }

  /* What can be set for this encoding, in the language of the page. */
  function offer() {
    const { encoding } = state;
    options(find("encoding"), data.encodings.map(({ name, title }) => [name, title[page.language]]), encoding.name);
    if (!encoding.results.some(({ name }) => name === state.result)) state.result = encoding.results[0].name;
    options(find("result"), encoding.results.map(({ name }) => [name, text(`value-${name}`)]), state.result);
    const colours = find("colours").value || Object.keys(data.scales)[0];
    options(find("colours"), Object.keys(data.scales).map((name) => [name, text(name)]), colours);
    offerChoices();
    find("rows").max = encoding.rows;
    find("columns").step = encoding.step;
    find("head").max = encoding.heads;
    find("for-result").hidden = encoding.results.length === 1;
    find("for-base").hidden = !encoding.base;
    find("for-columns").hidden = encoding.axis === "key";
    find("example").hidden = !encoding.learned;
    find("for-head").hidden = encoding.heads === 1;
  }

  // the matrix

  function compute() {
    const { encoding } = state;
    const [rows, width, head] = [number("rows"), number("columns"), number("head") - 1];
    const base = data.bases[number("base")];
    const values = quantities(encoding, { form: form(), base, width });
    const columns = columnsOf(encoding, rows, width);
    const cells = rowsOf(values[state.result], rows, columns, head);
    const isMasked = encoding.forms[form()].masked ? (row, column) => column > row : () => false;
    const { range } = encoding.results.find(({ name }) => name === state.result);
    const seen = cells.flatMap((line, row) => line.filter((_, column) => !isMasked(row, column)));
    shown = { values, rows, columns, cells, isMasked, head, limits: range || ends(seen) };
    for (const [id, value] of [["base", base], ["rows", rows], ["columns", width], ["head", head + 1]]) {
      find(`${id}-says`).textContent = value;
      find(id).setAttribute("aria-valuetext", value);
    }
    paint();
    frame();
    choose(state.row, state.column);
  }

  const rgb = (colour) => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

  function paint() {
    const { rows, columns, cells, isMasked, limits: [least, most] } = shown;
    const anchors = data.scales[find("colours").value].map(rgb);
    [heat.width, heat.height] = [columns, rows];
    const pen = heat.getContext("2d");
    const image = pen.createImageData(columns, rows);
    cells.flat().forEach((value, cell) => {
      const share = Math.min(1, Math.max(0, (value - least) / (most - least || 1))) * (anchors.length - 1);
      const from = Math.min(Math.floor(share), anchors.length - 2);
      const colour = anchors[from].map((part, channel) => Math.round(part + (anchors[from + 1][channel] - part) * (share - from)));
      const alpha = isMasked(Math.floor(cell / columns), cell % columns) ? 0 : 255;
      image.data.set([...colour, alpha], 4 * cell);
    });
    pen.putImageData(image, 0, 0);
    find("ramp").style.background = `linear-gradient(to right, ${data.scales[find("colours").value].join(", ")})`;
    find("least").textContent = written(least);
    find("most").textContent = written(most);
  }

  /* Names of the axes and some numbers along them. */
  function frame() {
    const { axis } = state.encoding;
    const { rows, columns } = shown;
    find("row-name").textContent = text(axis === "key" ? "query" : "position");
    find("column-name").textContent = text({ k: "dimension", i: "pair", key: "key" }[axis]);
    heat.classList.toggle("square", axis === "key");
    heat.setAttribute("aria-label", text("canvas"));
    for (const [id, count, side] of [["row-ticks", rows, "top"], ["column-ticks", columns, "left"]]) {
      const step = [1, 2, 4, 8, 16, 32, 64].find((one) => count / one <= MOST_TICKS);
      find(id).replaceChildren(...upTo(Math.ceil(count / step)).map((tick) => {
        const made = element("span", {}, String(tick * step));
        made.style[side] = `${((tick * step + 0.5) / count) * 100}%`;
        return made;
      }));
    }
  }

  // the chosen cell

  function choose(row, column) {
    const { rows, columns, cells, isMasked, values, head } = shown;
    [state.row, state.column] = [Math.min(Math.max(row, 0), rows - 1), Math.min(Math.max(column, 0), columns - 1)];
    const at = { row: state.row, column: state.column };
    Object.assign(cursor.style, {
      left: `${(at.column / columns) * 100}%`,
      top: `${(at.row / rows) * 100}%`,
      width: `${100 / columns}%`,
      height: `${100 / rows}%`,
    });
    const isHidden = isMasked(at.row, at.column);
    const value = isHidden ? text("hidden") : written(cells[at.row][at.column]);
    find("chosen").textContent = text(`at-${state.encoding.axis}`, { ...at, head: head + 1, name: `d${subscript(at.column + 1)}`, value });
    find("hidden-why").hidden = !isHidden;
    const steps = stepsTo(state.encoding.forms[form()], state.result, values, [head, at.row, at.column], mark());
    find("steps").replaceChildren(...steps.flatMap(([name, line]) => [
      element("dt", {}, data.labels[name][page.language]), element("dd", {}, line)]));
    find("note-floor").hidden = !steps.some(([, line]) => line.includes("⌊"));
    find("note-wave").hidden = !steps.some(([name]) => name === "wave");
    drawFingerprint();
    drawClocks();
  }

  function drawFingerprint() {
    const { cells, isMasked, limits } = shown;
    const line = cells[state.row].map((value, column) => (isMasked(state.row, column) ? NaN : value));
    find("fingerprint-title").textContent = text(state.encoding.axis === "key" ? "fingerprint-query" : "fingerprint");
    const [least, most] = ends(line).map(written);
    chart(find("fingerprint"), line, {
      range: [Math.min(0, limits[0]), Math.max(0, limits[1])],
      here: state.column,
      under: [0, text({ k: "dimension", i: "pair", key: "key" }[state.encoding.axis]), line.length - 1],
      says: text("fingerprint-says", { row: state.row, least, most }),
    });
  }

  /* Pairs that turn, each once, with a column where its angle stands; which pair a column belongs to. */
  function pairs() {
    const { values, columns } = shown;
    if (!values.angle) return [[], () => ""];
    const part = (name, column) => (values[name] ? cellOf(values[name], [0, 0, column]) : "");
    const of = (column) => `${part("i", column)}${["y", "x"][part("axis", column)] || ""}`;
    const found = new Map();
    for (const column of upTo(columns)) if (!found.has(of(column))) found.set(of(column), column);
    return [[...found].sort((one, other) => parseInt(one[0], 10) - parseInt(other[0], 10)), of];
  }

  /* Some places from the first to the last, one of them the wanted one. */
  function spread(count, wanted) {
    const few = Math.min(MOST_HANDS, count);
    const places = upTo(few).map((place) => Math.round((place * (count - 1)) / Math.max(1, few - 1)));
    const away = places.map((place) => Math.abs(place - wanted));
    places[away.indexOf(Math.min(...away))] = wanted;
    return count ? places : [];
  }

  function drawClocks() {
    const [all, of] = pairs();
    find("hands-how").textContent = text(all.length ? "hands-how" : "hands-none");
    find("turn").parentNode.hidden = isCalm.matches || !all.length;
    find("turn").textContent = text(state.running ? "stop" : "turn");
    const mine = all.length ? of(state.column) : "";
    const made = spread(all.length, all.findIndex(([name]) => name === mine)).map((place) => {
      const [name, column] = all[place];
      const angle = cellOf(shown.values.angle, [0, state.row, column]);
      const degrees = Math.round((angle % (2 * Math.PI)) * (180 / Math.PI));
      const clock = disc([{ x: Math.sin(angle), y: Math.cos(angle), kind: "" }], text("hands-says", { pair: name, degrees }), name === mine ? "is-here" : "");
      clock.append(`i = ${name}`, element("br"), `${degrees}°`);
      return clock;
    });
    find("clocks").replaceChildren(...made);
  }

  // what people do

  function at(event) {
    const box = heat.getBoundingClientRect();
    const share = (place, start, length, count) => Math.min(count - 1, Math.max(0, Math.floor(((place - start) / length) * count)));
    return [share(event.clientY, box.top, box.height, shown.rows), share(event.clientX, box.left, box.width, shown.columns)];
  }

  heat.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || state.isKept) return;
    const [row, column] = at(event);
    if (row !== state.row || column !== state.column) choose(row, column);
  });
  heat.addEventListener("click", (event) => {
    state.isKept = true;
    choose(...at(event));
  });
  heat.addEventListener("keydown", (event) => {
    const { row, column } = state;
    const places = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      PageUp: [row - PAGE, column], PageDown: [row + PAGE, column], Home: [row, 0], End: [row, Infinity],
    };
    if (event.key === "Escape") state.isKept = false;
    if (!(event.key in places) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    state.isKept = true;
    choose(...places[event.key]);
  });

  function stop() {
    clearInterval(state.running);
    state.running = 0;
    find("turn").setAttribute("aria-pressed", "false");
    find("chosen").setAttribute("aria-live", "polite");
  }

  find("turn").addEventListener("click", () => {
    if (state.running) stop();
    else {
      state.running = setInterval(() => choose((state.row + 1) % shown.rows, state.column), BEAT);
      find("turn").setAttribute("aria-pressed", "true");
      find("chosen").setAttribute("aria-live", "off");
    }
    drawClocks();
  });

  find("encoding").addEventListener("change", () => {
    if (state.running) stop();
    state.encoding = data.encodings.find(({ name }) => name === find("encoding").value);
    offer();
    compute();
  });
  find("as-sheet").addEventListener("click", () => {
    [state.encoding, state.picked] = [data.encodings[0], {}];
    [find("rows").value, find("base").value] = [6, data.bases.indexOf(10000)];
    offer();
    find("columns").value = 4;
    compute();
  });
  find("result").addEventListener("change", () => {
    state.result = find("result").value;
    compute();
  });
  find("colours").addEventListener("change", paint);
  for (const id of ["base", "rows", "columns", "head"]) find(id).addEventListener("input", compute);

  find("base").max = data.bases.length - 1;
  find("base").value = data.bases.indexOf(10000);
  draws(() => {
    offer();
    compute();
  });
})();
