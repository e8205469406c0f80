"use strict";
/* The page to fill in: what happens when somebody types, leaves a blank, asks for a hint, or saves. */

(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("posenc-data").textContent);
  const sheet = posenc.open(data.marking);
  const text = (key, values = {}) => data.texts[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  const SIGNS = { correct: "✓", "follow-through": "→", coarse: "≈", rounding: "≈", slip: "✗", wrong: "✗", unreadable: "?" };
  const MODES = [["right", Math.sin(1), 0.005], ["degrees", Math.sin(Math.PI / 180), 6e-4], ["gons", Math.sin(Math.PI / 200), 6e-4]];
  const MOST = 3;

  const inputs = new Map();
  for (const input of document.querySelectorAll("input.number-input[name]")) inputs.set(input.name, input);
  const others = [...document.querySelectorAll("[data-own]")];
  document.querySelectorAll(".choice").forEach((choice, number) => {
    for (const box of choice.querySelectorAll("[type=radio]")) box.name = `choice-${number + 1}`;
  });
  const numbers = new Map(data.marking.blanks.map(({ id }, number) => [id, number]));
  /* What was typed, what of it is judged, and how far the hints of each blank have come. */
  const state = { name: find("who").value, typed: {}, judged: {}, level: {}, own: {}, mode: "" };
  let results = [];
  let last = null;

  // storage: allowed or not, the page works

  const KEY = `posenc:${data.code}`;
  function keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      find("kept").textContent = text("page.not-kept");
    }
  }

  function restore() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(KEY));
    } catch {
      find("kept").textContent = text("page.not-kept");
    }
    for (const name of Object.keys(state)) {
      if (kept && typeof kept[name] === typeof state[name] && kept[name] !== null) state[name] = kept[name];
    }
    find("who").value = state.name;
    for (const [id, input] of inputs) input.value = String(state.typed[id] || "");
    others.forEach((field, number) => {
      if (field.type === "radio") field.checked = state.own[field.name] === field.value;
      else field.value = String(state.own[number] || "");
    });
  }

  // messages

  function element(tag, name, content = "") {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.textContent = content;
    return made;
  }

  /* Where messages about a blank stand: below its row, or behind its paragraph. */
  function place(input) {
    const row = input.closest("tr");
    const from = row || input.closest("p, .blank");
    const next = from.nextElementSibling;
    if (next && next.classList.contains("says")) return next.querySelector(".says-inside");
    const inside = element("div", "says-inside");
    const says = element(row ? "tr" : "div", "says");
    if (row) {
      const cell = element("td");
      cell.colSpan = [...row.cells].reduce((count, one) => count + one.colSpan, 0);
      cell.append(inside);
      says.append(cell);
    } else says.append(inside);
    from.after(says);
    return inside;
  }

  const label = (id) => data.labels[id];

  /* The hints about an answer, the most telling first. */
  function hints(id, result) {
    const copied = data.marking.blanks[numbers.get(id)].source;
    if (result.verdict === "unreadable") return [];
    if (result.verdict === "follow-through") return [text("hint.earlier")];
    if (copied) return [text("hint.copied")];
    const found = [result.hint && data.hints[result.hint]];
    if (result.verdict === "coarse" || result.verdict === "rounding") found.push(text("hint.imprecise"));
    else found.push(result.lacks && text(`hint.${result.lacks}`), data.own[id], text("hint.first"), text(data.worked.includes(id) ? "hint.second" : "hint.alone"));
    return [...new Set(found.filter(Boolean))].slice(0, MOST - 1);
  }

  function lines(id, result) {
    const said = result.verdict === "unreadable" && data.reasons[result.reason]
      ? data.reasons[result.reason].replaceAll("{text}", () => posenc.shortened(state.judged[id]))
      : text(`verdict.${result.verdict}`, { decimals: data.marking.decimals });
    const all = hints(id, result);
    if (data.similar[id] && result.verdict !== "unreadable" && result.verdict !== "follow-through") {
      all.push(text("page.with-others", { working: data.similar[id] }));
    }
    const level = Math.min(state.level[id] || 1, all.length);
    const isWorking = all.length - level === 1 && data.similar[id];
    return { said, shown: all.slice(0, level), next: level < all.length ? text(isWorking ? "page.similar" : "page.more") : "" };
  }

  function show(id, result) {
    const input = inputs.get(id);
    const { verdict } = result;
    input.className = `number-input ${verdict === "blank" ? "" : verdict}`;
    input.parentElement.dataset.sign = SIGNS[verdict] || "";
    input.setAttribute("aria-invalid", String(!["blank", "correct"].includes(verdict)));
    const known = find(`says-${id}`);
    if (verdict === "blank" || verdict === "correct") {
      if (known) known.remove();
      input.removeAttribute("aria-describedby");
      return verdict === "correct" ? text("verdict.correct") : "";
    }
    const { said, shown, next } = lines(id, result);
    const whole = [said, ...shown].join(" ");
    const key = [verdict, whole, next].join("|");
    if (known && known.dataset.key === key) return whole;
    const message = element("p", `message ${verdict}`);
    message.id = `says-${id}`;
    message.dataset.key = key;
    message.append(element("strong", "", `${SIGNS[verdict]} ${label(id)}: `), said);
    for (const line of shown) message.append(element("span", "", line));
    if (next) {
      const more = element("button", "", next);
      more.type = "button";
      more.addEventListener("click", () => {
        state.level[id] = (state.level[id] || 1) + 1;
        keep();
        find("live").textContent = show(id, results[numbers.get(id)]);
        const again = find(`says-${id}`).querySelector("button");
        (again || input).focus();
      });
      message.append(more);
    }
    input.setAttribute("aria-describedby", message.id);
    if (known) known.replaceWith(message);
    else place(input).append(message);
    return whole;
  }

  function judge() {
    results = posenc.judge(sheet, state.judged);
    data.marking.blanks.forEach(({ id }, number) => { if (inputs.has(id)) show(id, results[number]); });
    const right = results.filter(({ verdict }) => verdict === "correct").length;
    find("count").textContent = text("page.count", { right, total: results.length });
    const seen = results.some(({ verdict, slip }) => verdict === "slip" && data.modes.includes(slip));
    if (find("mode-seen")) find("mode-seen").hidden = !seen;
  }

  /* A blank is left: what stands there counts from now on. */
  function commit(input) {
    const id = input.name;
    const typed = input.value.trim();
    if (typed === (state.judged[id] || "")) return;
    const before = results[numbers.get(id)];
    if (typed) state.judged[id] = typed;
    else delete state.judged[id];
    judge();
    const result = results[numbers.get(id)];
    const isFirst = !before || ["blank", "correct", "unreadable"].includes(before.verdict);
    if (result.verdict === "correct" || isFirst) state.level[id] = 1;
    else if (typed) state.level[id] = Math.min((state.level[id] || 1) + 1, MOST);
    keep();
    const said = show(id, result);
    find("live").textContent = said ? `${label(id)}: ${said}` : "";
    if (id === data.modeBlank) checkMode(typed);
  }

  // the calculator's angle mode

  function checkMode(typed) {
    const box = find("mode");
    if (!box) return;
    state.mode = typed;
    if (find("mode-answer").value.trim() !== typed) find("mode-answer").value = typed;
    const { status, value } = posenc.readNumber(typed);
    const known = MODES.find(([, right, near]) => Math.abs(value - right) < near);
    const mode = status === "blank" ? "" : known ? known[0] : "other";
    box.classList.toggle("is-right", mode === "right");
    box.classList.toggle("is-wrong", Boolean(mode) && mode !== "right");
    find("mode-says").textContent = mode ? text(`calculator.${mode}`) : "";
    keep();
  }

  function leaveMode() {
    const typed = find("mode-answer").value.trim();
    checkMode(typed);
    const blank = inputs.get(data.modeBlank);
    if (!blank) return;
    blank.value = typed;
    state.typed[blank.name] = typed;
    commit(blank);
  }

  // keys

  function sign(input) {
    const { value } = input;
    input.value = /^\s*[-\u2212\u2013]/.test(value) ? value.replace(/^\s*[-\u2212\u2013]\s*/, "") : `-${value}`;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function next(input) {
    const all = [...inputs.values()];
    const after = all.slice(all.indexOf(input) + 1);
    return after.find((one) => !one.value.trim()) || after[0];
  }

  function listen(input) {
    const named = inputs.get(input.name) === input;
    input.addEventListener("focus", () => {
      last = input;
      find("tools").hidden = !named;
      if (!named) return;
      find("tools-label").textContent = label(input.name);
      const where = place(input);
      if (find("tools").parentElement !== where) where.prepend(find("tools"));
    });
    input.addEventListener("input", () => {
      if (named) state.typed[input.name] = input.value;
      keep();
    });
    input.addEventListener("blur", () => (named ? commit(input) : leaveMode()));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (!named) {
        leaveMode();
        return;
      }
      commit(input);
      const result = results[numbers.get(input.name)];
      const then = next(input);
      if (result && result.verdict === "correct" && then) then.focus();
      else input.select();
    });
  }

  // saving

  function saved() {
    const own = {};
    const counts = {};
    const asked = new Set();
    for (const field of others) {
      const exercise = field.closest(".exercise") ? field.closest(".exercise").id : "closing";
      // The boxes of one question are one answer.
      if (field.type !== "radio" || !asked.has(field.name)) counts[exercise] = (counts[exercise] || 0) + 1;
      asked.add(field.name);
      const content = field.type === "radio" && !field.checked ? "" : field.value.trim();
      if (content) own[`${exercise}.${counts[exercise]}`] = content;
    }
    const answers = {};
    for (const [id, input] of inputs) answers[id] = input.value.trim();
    const whole = { schema: "posenc.answers/1", name: state.name.trim(), sheet: data.name, sheet_code: data.codeShown, answers };
    if (Object.keys(own).length) whole.not_checked = own;
    return `${JSON.stringify(whole, null, 1)}\n`;
  }

  function save() {
    const name = state.name.trim();
    if (!name) {
      find("said").textContent = text("page.save-first");
      find("who").focus();
      return;
    }
    const file = `${data.codeShown}-${name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").slice(0, 60)}.json`;
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([saved()], { type: "application/json" }));
    link.download = file;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    find("said").textContent = text("page.saved", { file });
  }

  let sure = 0;
  function clear() {
    const button = find("clear");
    if (!sure) {
      button.textContent = text("page.clear-sure");
      sure = setTimeout(() => {
        sure = 0;
        button.textContent = text("page.clear");
      }, 5000);
      return;
    }
    clearTimeout(sure);
    sure = 0;
    button.textContent = text("page.clear");
    Object.assign(state, { name: "", typed: {}, judged: {}, level: {}, own: {}, mode: "" });
    try {
      localStorage.removeItem(KEY);
    } catch { /* nothing was kept */ }
    for (const input of [...inputs.values(), find("who")]) input.value = "";
    for (const field of others) {
      if (field.type === "radio") field.checked = false;
      else field.value = "";
    }
    checkMode("");
    judge();
    find("said").textContent = text("page.cleared");
  }

  // the code behind the # of the address, as the QR code of a sheet has it

  function compareCode() {
    const found = /^#([0-9A-Z]{4})-?([0-9A-Z]{4})$/i.exec(location.hash);
    const given = found ? `${found[1]}-${found[2]}`.toUpperCase() : data.codeShown;
    find("other-sheet").hidden = given === data.codeShown;
    if (given !== data.codeShown) find("other-sheet").textContent = text("page.other-sheet", { given, code: data.codeShown });
  }

  for (const part of document.querySelectorAll(".with-script")) part.hidden = part.id === "mode-seen";
  restore();
  for (const input of inputs.values()) listen(input);
  others.forEach((field, number) => field.addEventListener("input", () => {
    if (field.type === "radio") state.own[field.name] = field.value;
    else state.own[number] = field.value;
    keep();
  }));
  if (find("mode")) {
    listen(find("mode-answer"));
    find("mode-check").addEventListener("click", leaveMode);
    checkMode(state.mode);
  }
  find("who").addEventListener("input", () => {
    state.name = find("who").value;
    keep();
  });
  // A tap on these must not take the keypad away.
  for (const id of ["sign", "check"]) find(id).addEventListener("pointerdown", (event) => event.preventDefault());
  find("sign").addEventListener("click", () => {
    sign(last);
    last.focus();
  });
  find("check").addEventListener("click", () => commit(last));
  find("save").addEventListener("click", save);
  find("clear").addEventListener("click", clear);
  find("copying").addEventListener("toggle", () => { find("as-text").value = saved(); });
  addEventListener("hashchange", compareCode);
  compareCode();
  keep();
  judge();
})();
