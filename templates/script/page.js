"use strict";
/* What all parts of the explorer share: its data, its texts in two languages, and how elements and curves are made. */

(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("posenc-data").textContent);
  const drawn = [];
  const page = { data, language: document.documentElement.lang };

  const text = (key, values = {}) =>
    data.texts[page.language][key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  const mark = () => data.marks[page.language];

  /* What is drawn again when the language changes; it is drawn at once, too. */
  function draws(draw) {
    drawn.push(draw);
    draw();
  }

  function speak(language) {
    page.language = language;
    document.documentElement.lang = language;
    for (const one of document.querySelectorAll("[data-t]")) one.textContent = text(one.dataset.t);
    for (const one of document.querySelectorAll("[data-l]")) one.setAttribute("aria-label", text(one.dataset.l));
    for (const one of document.querySelectorAll("[data-language]")) {
      one.setAttribute("aria-pressed", String(one.dataset.language === language));
    }
    for (const draw of drawn) draw();
  }
  for (const one of document.querySelectorAll("[data-language]")) {
    one.addEventListener("click", () => speak(one.dataset.language));
  }

  // elements

  function element(tag, attributes = {}, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  function shape(tag, attributes, ...inside) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  // curves, in a field of 600 × 120

  const [WIDE, HIGH, EDGE] = [600, 120, 6];
  const ends = (numbers) => [Math.min, Math.max].map((end) => end(...numbers.filter((one) => !Number.isNaN(one))));

  /* A chart of numbers, one beside the other: as bars or a line, with one of them marked, and a level; none where there is no
     number. `under` stands below it, from its left to its right end. */
  function chart(svg, numbers, { range, isLine = numbers.length > 130, here = -1, level = null, under = [], says }) {
    const [least, most] = range || ends([0, ...numbers]);
    const across = (place) => (((place + 0.5) / numbers.length) * WIDE).toFixed(2);
    const down = (value) => (EDGE + ((most - value) / (most - least || 1)) * (HIGH - 2 * EDGE)).toFixed(2);
    const half = (WIDE / numbers.length) * 0.4;
    const bar = (value, place) => `M${(across(place) - half).toFixed(2)} ${down(0)}V${down(value)}h${(2 * half).toFixed(2)}V${down(0)}z`;
    const parts = [shape("path", { class: "zero", d: `M0 ${down(0)}H${WIDE}` })];
    if (here >= 0) parts.push(shape("path", { class: "here", d: `M${across(here)} 0V${HIGH}` }));
    parts.push(isLine
      ? shape("path", { class: "line", d: `M${numbers.map((value, place) => `${across(place)} ${down(value)}`).join("L")}` })
      : shape("path", { class: "bars", d: numbers.map((value, place) => (Number.isNaN(value) ? "" : bar(value, place))).join("") }));
    if (level !== null) parts.push(shape("path", { class: "level", d: `M0 ${down(level)}H${WIDE}` }));
    svg.replaceChildren(...parts);
    svg.setAttribute("aria-label", says);
    svg.nextElementSibling.replaceChildren(...under.map((one) => element("span", {}, String(one))));
  }

  /* A disc with arrows from its middle, each {x, y, kind, name}: 1 reaches its edge, y is upwards. */
  function disc(arrows, says, name = "") {
    const hand = ({ x, y, kind }) => shape("path", { class: `hand ${kind}`, d: `M0 0L${(x * 44).toFixed(2)} ${(-y * 44).toFixed(2)}` });
    const tip = ({ x, y, name: said }) => shape("text", { x: (x * 38 + 5 * Math.sign(y)).toFixed(2), y: (-y * 38 + 5 * Math.sign(x) + 3).toFixed(2) }, said);
    const tips = arrows.filter((arrow) => arrow.name).map(tip);
    const svg = shape("svg", { viewBox: "-50 -50 100 100", role: "img", "aria-label": says }, shape("circle", { r: 46 }), ...arrows.map(hand), ...tips);
    return element("div", { class: `clock ${name}` }, svg);
  }

  Object.assign(posenc, { find, page, text, mark, draws, element, shape, chart, disc, ends });
})();
