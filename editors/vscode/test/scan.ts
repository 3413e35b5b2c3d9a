// What a text consists of, read character by character from docs/language.md and not by the grammar
// under test.

export type Class = "comment" | "documentation" | "string" | "reserved" | "opener" | "number" | "unit" | "attribute";

/** One thing whose colour is certain; `line` and `column` from 0, in UTF-16 units. */
export interface Expectation {
  readonly class: Class;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const RESERVED = new Set(
  (
    "and as at between else every false for from if in let not on or part pub record then to true with"
  ).split(" "),
);
// Words that are no units either, though they can be names.
const CLAUSES = new Set(["until"]);
const OPENERS = new Set(
  "attach component const detach experiment fn import lock model release simulate use when".split(" "),
);

const LETTER = /[A-Za-z_]/;
const DIGIT = /[0-9]/;
const UNIT_SIGN = /[A-Za-z%°µμΩ]/;

export function scan(text: string): Expectation[] {
  const found: Expectation[] = [];
  text.split(/\r\n|\r|\n/).reduce((depth, line, row) => scanLine(line, row, depth, found), 0);
  return found;
}

/** `depth` is that of block comments at the start of the line; the result is that at its end. */
function scanLine(line: string, row: number, depth: number, found: Expectation[]): number {
  const at = (i: number) => line.charAt(i);
  const add = (kind: Class, start: number, end: number) =>
    found.push({ class: kind, text: line.slice(start, end), line: row, column: start });
  let onlyBlanks = true;
  let i = 0;
  while (i < line.length) {
    const start = i;
    const pair = line.slice(i, i + 2);
    if (pair === "/*" || (depth > 0 && pair === "*/")) {
      depth += pair === "/*" ? 1 : -1;
      i += 2;
      add("comment", start, i);
    } else if (depth > 0) {
      i += 1;
      if (at(start).trim() !== "") add("comment", start, i);
    } else if (pair === "//") {
      const marker = /^(?:\/\/\/(?!\/)|\/\/!)/.exec(line.slice(i))?.[0];
      add(marker === "//!" || (marker === "///" && onlyBlanks) ? "documentation" : "comment", start, line.length);
      return depth;
    } else if (at(i) === '"') {
      i += 1;
      while (i < line.length && at(i) !== '"') i += at(i) === "\\" ? 2 : 1;
      i = Math.min(i + 1, line.length);
      add("string", start, i);
    } else if (DIGIT.test(at(i))) {
      while (DIGIT.test(at(i))) i += 1;
      if (at(i) === "." && DIGIT.test(at(i + 1))) for (i += 1; DIGIT.test(at(i)); ) i += 1;
      const exponent = /^[eE][+-]?[0-9]+/.exec(line.slice(i));
      i += exponent?.[0].length ?? 0;
      add("number", start, i);
      i = scanUnit(line, i, add);
    } else if (LETTER.test(at(i))) {
      while (LETTER.test(at(i)) || DIGIT.test(at(i))) i += 1;
      const word = line.slice(start, i);
      const before = line.slice(0, start);
      const after = line.slice(i);
      if (before.endsWith(".") && !before.endsWith("..")) add("attribute", start, i);
      else if (RESERVED.has(word)) {
        add("reserved", start, i);
        if (word === "in" && !/\bfor +\w+ +$/.test(before)) i = scanShown(line, i, add);
      }
      else if (onlyBlanks && OPENERS.has(word) && /^ +["A-Za-z0-9]/.test(after)) add("opener", start, i);
    } else if (at(i) === ")" || at(i) === "]") {
      i = scanUnit(line, i + 1, add);
    } else {
      i += 1;
    }
    if (at(start).trim() !== "") onlyBlanks = false;
  }
  return depth;
}

/** The unit in which a row is shown, `record pin.angle in deg as swing`: what stands behind `in` and ends the value. */
function scanShown(line: string, i: number, add: (kind: Class, start: number, end: number) => void): number {
  const end = scanUnit(line, i, () => {});
  return /^ *(?:$|[,;{}]|as\b|\/\/|\/\*)/.test(line.slice(end)) ? scanUnit(line, i, add) : i;
}

/** A unit after the number, list or call that ends at `i`: all of what its factors and exponents are written with. */
function scanUnit(line: string, i: number, add: (kind: Class, start: number, end: number) => void): number {
  let start = i;
  while (line.charAt(start) === " ") start += 1;
  const first = line.charAt(start);
  let end = line.startsWith("1/", start) ? start + 2 : start;
  if (first === "%" && /^ *(?!as\b)[\w([{"]/.test(line.slice(start + 1))) return i;
  if (!UNIT_SIGN.test(line.charAt(end))) return i;
  while (UNIT_SIGN.test(line.charAt(end))) end += 1;
  const word = line.slice(start, end);
  if (RESERVED.has(word) || CLAUSES.has(word) || /[\w(]/.test(line.charAt(end))) return i;
  for (;;) {
    const more = /^(?:\^-?[0-9.]*[0-9]|\^\([^)]*\)|[./][A-Za-z°µμΩ%]+)/.exec(line.slice(end))?.[0];
    if (more === undefined) break;
    end += more.length;
  }
  add("unit", start, end);
  return end;
}
