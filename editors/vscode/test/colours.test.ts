import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { corpus } from "./corpus.js";
import { loadGrammar, root, type Token } from "./grammar.js";
import { scan, type Class } from "./scan.js";

const tokenize = await loadGrammar("source.cdl");
const sources = corpus();

/** What one of the scopes has to begin with. */
const EXPECTED: Record<Class, RegExp> = {
  comment: /^comment\.(?:line\.double-slash|block)\./,
  documentation: /^comment\.line\.documentation\./,
  string: /^string\.quoted\.double\./,
  reserved: /^(?:keyword|storage|constant\.language)\./,
  opener: /^(?:keyword|storage)\./,
  number: /^constant\.numeric\./,
  unit: /^keyword\.other\.unit\./,
  attribute: /^(?:variable\.other\.member|entity\.name)\./,
};

test("the corpus is the whole repository", () => {
  for (const name of ["examples/tether.cdl", "compiler/std/cables.cdl", "tests/models/brateau.cdl"]) {
    assert.ok(sources.some((source) => source.name === name), `${name} is missing`);
  }
  assert.ok(sources.filter((source) => source.name.startsWith("docs/language.md:")).length > 10);
});

test("words, quantities, comments and strings have their colours everywhere", () => {
  const wrong: string[] = [];
  const seen = new Map<Class, number>();
  for (const { name, text } of sources) {
    const lines = tokenize(text);
    for (const expected of scan(text)) {
      seen.set(expected.class, (seen.get(expected.class) ?? 0) + 1);
      const end = expected.column + expected.text.length;
      const tokens = (lines[expected.line] ?? []).filter((token) => token.start < end && token.end > expected.column);
      const fits = (token: Token) => token.scopes.some((scope) => EXPECTED[expected.class].test(scope));
      if (tokens.length === 0 || !tokens.every(fits)) {
        const scopes = tokens.map((token) => token.scopes.slice(1).join(" "));
        wrong.push(`${name}: line ${expected.line + 1}: ${expected.class} \`${expected.text}\`: ${scopes.join(" | ")}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  for (const kind of Object.keys(EXPECTED) as Class[]) assert.ok((seen.get(kind) ?? 0) > 5, `hardly a ${kind} seen`);
});

test("only what is a unit is coloured as one", () => {
  for (const { name, text } of sources) {
    const units = new Set(scan(text).filter((one) => one.class === "unit").map((one) => `${one.line}:${one.column}`));
    const lines = text.split(/\r\n|\r|\n/);
    tokenize(text).forEach((tokens, line) => {
      for (const token of tokens) {
        if (!token.scopes.some((scope) => scope.startsWith("keyword.other.unit"))) continue;
        assert.ok(units.has(`${line}:${token.start}`), `${name}: line ${line + 1}: \`${lines[line]?.slice(token.start, token.end)}\``);
      }
    });
  }
});

test("nothing is marked as invalid, and every character belongs to a token", () => {
  for (const { name, text } of sources) {
    const lines = text.split(/\r\n|\r|\n/);
    tokenize(text).forEach((tokens, line) => {
      let end = 0;
      for (const token of tokens) {
        assert.equal(token.start, end, `${name}: line ${line + 1}`);
        assert.ok(!token.scopes.some((scope) => scope.includes("invalid")), `${name}: line ${line + 1}`);
        end = token.end;
      }
      assert.ok(end >= (lines[line] ?? "").length, `${name}: line ${line + 1}`);
    });
  }
});

test("names that are words elsewhere keep the colour of names", () => {
  const names = [
    "body b { when = 1; use = 2; simulate = 3; force = 4 N; equilibrium = 5 }",
    "const a = [model, use.import, body.force, frame * 2, simulate(3), material, when]",
    "record rope.at(2.5 m).tension, joint.from, a.pub",
  ];
  const wordScopes = /^(?:keyword\.(?:control|other\.relation)|storage\.type\.element|storage\.modifier)/;
  for (const line of names) {
    const body = line.replace(/^\w+ \w+/, (head) => " ".repeat(head.length));
    const [tokens = []] = tokenize(body);
    const coloured = tokens.filter((token) => token.scopes.some((scope) => wordScopes.test(scope)));
    assert.deepEqual(coloured.map((token) => body.slice(token.start, token.end)).filter((word) => word !== "record"), []);
  }
});

test("an unfinished line does not spill over what follows", () => {
  const whole = "body b { mass = 1 kg }";
  const [, alone] = tokenize(`\n${whole}`);
  for (const broken of ["let a = (1 + ", 'let a = "open', "import ", "cable rope: rigid_links(count = ", "let a: Vector(", "joint j["]) {
    assert.deepEqual(tokenize(`${broken}\n${whole}`)[1], alone, broken);
  }
});

test("one telling file, token by token", () => {
  const text = readFileSync(join(root, "test/telling.cdl"), "utf8");
  const lines = text.split("\n");
  const shown = tokenize(text)
    .map((tokens, line) =>
      [
        `> ${lines[line]}`,
        ...tokens
          .map((token) => [lines[line]?.slice(token.start, token.end) ?? "", token.scopes.slice(1).join(" ")] as const)
          .filter(([piece]) => piece.trim() !== "")
          .map(([piece, scopes]) => `    ${piece.padEnd(24)} ${scopes}`),
      ].join("\n"),
    )
    .join("\n")
    .replace(/ +$/gm, "");
  const path = join(root, "test/telling.scopes");
  if (process.env["UPDATE"] !== undefined) writeFileSync(path, `${shown}\n`);
  assert.equal(`${shown}\n`, readFileSync(path, "utf8"), "UPDATE=1 npm test writes it anew");
});
