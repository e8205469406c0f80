"use strict";
/* What a person wrote: a number, nothing, or something that cannot be read. As posenc_cli/i18n/numbers.py has it. */

(() => {
  const DASHES = /[\u00ad\u2010-\u2015\u207b\u2212\ufe58\ufe63\uff0d]/g;
  const INVISIBLE = /[\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
  const SUPERSCRIPT = /10([\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)/g;
  const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b";
  const whole = (pattern, flags = "i") => new RegExp(`^(?:${pattern})$`, flags);

  const BLANK = whole("-+|\\?+|_+|x|k\\.?a\\.?|n\\.?/a\\.?|\\.{3,}|…");
  const ABOUT = "(?:(?:[=≈~≅≃∼≐]|ca\\.?) ?){0,2}";
  const PLAIN = "[+-]? ?(?:\\d+(?:[.,]\\d*)?|[.,]\\d+)";
  const NUMBER = whole(
    `${ABOUT}([+-]?) ?(\\d+(?:[.,]\\d*)?|[.,]\\d+)(?: ?[eE] ?([+-]?\\d+)`
    + "| ?[·*×⋅∙•xX] ?10 ?\\^ ?[({]? ?([+-]? ?\\d+) ?[)}]?)? ?(?:…|\\.\\.+)?", "");
  const BRACKETED = whole(`(${ABOUT})(?:\\(([^()]*)\\)|\\[([^\\[\\]]*)\\]|\\{([^{}]*)\\})`, "");
  const [LONGEST, MOST_DIGITS, LARGEST_EXPONENT, LONGEST_SHOWN] = [200, 40, 99, 40];

  const MONTH = "(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*";
  const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
  const TIME = "(?:[ t]\\d{1,2}:\\d{2}.*)?";
  const FAULTS = "ma(?:th(?:e(?:matischer)?|s)?)?|syn(?:tax)?|st(?:ac)?k|arg(?:ument)?|dom(?:ain)?|(?:definitions|rechen)?bereichs?|"
    + "rechen|dim(?:ension)?|range|overflow|overload|mem(?:ory)?|speicher|variable|data|input|eingabe|invalid|div(?:ide)? by 0";
  const REASONS = [
    ["error-cell", whole("#(?!div/0).*|err:\\d+")],
    ["calculator-error", whole("#div/0!?|[+-]?(?:e|∞)|-e-")],
    ["calculator-error", whole(`(?:(?:${FAULTS})[ .-]?)?(?:error|fehler|err)(?: ?\\d{1,3}|[ :.!-]{1,3}(?:${FAULTS})|[.!])?`)],
    ["calculator-error", whole("(?:error|fehler|err)[:.] ?[a-zäöüÄÖÜ0-9/][a-zäöüÄÖÜ0-9/. ]{0,20}")],
    ["calculator-error", whole("(?:undef\\w*|nicht definiert|overflow|div(?:ide|ision durch)?(?: by)? ?/?0)")],
    ["percent", whole(`${PLAIN} ?(?:%|‰|prozent|percent)`)],
    ["date", whole(`(?:\\d{1,4}[-./ ]{0,2}${MONTH}|${MONTH}[-./ ]{0,2}\\d{1,4})(?:[-./ ]{1,2}\\d{1,4})?${TIME}`)],
    ["date", whole(`${DAY}\\.(?:0?[1-9]|1[0-2])\\.(?:\\d{2}|\\d{4})?${TIME}`)],
    ["date", whole(`(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}/\\d{1,2}/\\d{2,4})${TIME}`)],
    ["other-mark", whole("[+-]? ?(?:0[·⋅∙•'’‘´`_]\\d+|0[ ;:]\\d{3,}|1[·⋅∙•]\\d{3,})")],
    ["groups", whole("[+-]? ?[1-9]\\d{0,2}(?:([ '’_.,])\\d{3})(?:\\1\\d{3})*(?:(?!\\1)[.,]\\d*)?")],
    ["groups", whole("[+-]? ?\\d+(?:[ '’_]\\d{3})+(?:[.,]\\d*)?")],
    ["minus-after", whole(`${PLAIN} ?-`)],
  ];
  const MARKS_ONLY = whole("[+-]? ?[\\d.,]+");
  const EXPRESSION = new RegExp("(?:^|[^a-z])(?:a(?:rc)?)?(?:sin|cos|tan|sqrt|wurzel|log|ln|exp|pi)(?![a-z])|[π√½⅓¼¾²³]|"
    + "[\\d)] ?[-+*/·×⋅∙÷:^] ?[\\d(.,+-]|[^=]= ?[\\d(.,+-]|10 ?\\^", "i");
  const UNIT = whole(`${PLAIN} ?[\\[(]?(?:°|(?!e$)[\\p{L}]+\\.?)[\\])]?`, "iu");
  const ONE = whole(PLAIN);
  const EITHER = whole("([+-]?\\d*[.,]\\d{2,}) ?/ ?([+-]?\\d*[.,]\\d{2,})");
  const NEAR = 0.1;

  function several(text) {
    const body = text.replace(/^[[\](){} ]+|[[\](){} ]+$/g, "");
    const either = EITHER.exec(body);
    if (either) {
      const [one, other] = either.slice(1).map((part) => Number(part.replace(",", ".")));
      return Math.abs(one - other) <= NEAR * Math.max(Math.abs(one), Math.abs(other));
    }
    const ways = [body.split(/ ?[;|] ?/), body.split(/,? /), body.split(/ (?:or|oder|and|und) /)];
    if (body.split(".").length > 2 || body.includes(",-")) ways.push(body.split(","));
    return ways.some((parts) => parts.length > 1 && parts.every((part) => !part || ONE.test(part)));
  }

  /* What stands in the only brackets around all of it. */
  function bracketed(text) {
    const found = BRACKETED.exec(text);
    return found ? found[1] + (found[2] || found[3] || found[4] || "").trim() : "";
  }

  function reason(text) {
    if ([...text].some((sign) => /\p{Nd}/u.test(sign) && sign > "\u007f")) return "other-digits";
    const clean = text.replace(new RegExp(`^${ABOUT}`), "");
    const known = REASONS.find(([, pattern]) => pattern.test(clean));
    if (known) return known[0];
    if (several(clean)) return "two-numbers";
    if (MARKS_ONLY.test(clean) && /\d/.test(clean)) return "two-marks";
    if (EXPRESSION.test(clean)) return "expression";
    return UNIT.test(clean) ? "unit" : "not-a-number";
  }

  const unreadable = (why) => ({ status: "unreadable", reason: `numbers.${why}`, value: NaN, decimals: 0, written: 0 });
  const blank = { status: "blank", reason: "", value: NaN, decimals: 0, written: 0 };

  /* Status, value, and how many decimals there are: without noughts behind, and as written. */
  function readNumber(text) {
    if ([...text].length > LONGEST) return unreadable("too-long");
    const plain = text.normalize("NFC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim().replace(/^'/, "").trimStart();
    const power = (_, sign) => `10^${[...sign].map((one) => "0123456789+-"[RAISED.indexOf(one)]).join("")}`;
    const clean = plain.replace(SUPERSCRIPT, power).replace(DASHES, "-");
    if (!clean || BLANK.test(clean.replaceAll(" ", ""))) return blank;
    const found = NUMBER.exec(clean) || NUMBER.exec(bracketed(clean));
    if (!found) return unreadable(reason(clean));
    const [, sign, mantissa, e, raised] = found;
    const exponent = Number((e || raised || "0").replaceAll(" ", ""));
    if (mantissa.length > MOST_DIGITS || Math.abs(exponent) > LARGEST_EXPONENT) return unreadable("too-long");
    const digits = mantissa.replace(",", ".");
    const value = Number(`${sign}${digits}e${exponent}`) + 0;
    const [before, after = ""] = digits.split(".");
    // Noughts behind say nothing; so 20 is 2 with one place to the left.
    const noughts = /0*$/.exec(before + after)[0].length;
    const decimals = value === 0 ? 0 : Math.max(0, after.length - noughts - exponent);
    return { status: "number", reason: "", value, decimals, written: Math.max(0, after.length - exponent) };
  }

  /* What somebody wrote, as far as a sentence has room for it: of a long text the middle goes. */
  function shortened(written) {
    const signs = [...written];
    const side = LONGEST_SHOWN / 2;
    return signs.length <= LONGEST_SHOWN ? written : `${signs.slice(0, side - 1).join("")}…${signs.slice(-side).join("")}`;
  }

  Object.assign(posenc, { readNumber, shortened });
})();
