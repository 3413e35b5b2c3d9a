import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadGrammar, root } from "./grammar.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const sources = ["extension", "server", "graphs"].map((name) => read(`src/${name}.ts`)).join("\n");
const matches = (pattern: RegExp) => [...sources.matchAll(pattern)].map((match) => match[1] ?? "").sort();

test("every file that the manifest names is there", () => {
  const { languages, grammars } = manifest.contributes;
  const paths: string[] = [...languages.map((one: any) => one.configuration), ...grammars.map((one: any) => one.path)];
  for (const path of paths) assert.ok(existsSync(join(root, path)), path);
  assert.equal(manifest.main, "./out/extension.js");
  assert.match(manifest.scripts.build, /--outfile=out\/extension\.js/);
});

test("what is packed is what is needed", () => {
  const packed = read(".vscodeignore").split("\n").filter((line) => line.startsWith("!")).join("\n");
  for (const path of ["package.json", "language-configuration.json", "syntaxes/*.json", "out/extension.js", "README.md"]) {
    assert.ok(packed.includes(`!${path}`), path);
  }
});

test("opening a .cdl file starts the extension", () => {
  // VS Code derives `onLanguage:cdl` and `onCommand:...` from what is contributed.
  const [language] = manifest.contributes.languages;
  assert.deepEqual([language.id, language.extensions], ["cdl", [".cdl"]]);
  assert.deepEqual(manifest.activationEvents, []);
  assert.match(sources, /documentSelector: \[\{ scheme: "file", language: "cdl" \}/);
});

test("the commands are those that the extension registers, and none of the server's", () => {
  const contributed = manifest.contributes.commands.map((one: any) => one.command).sort();
  assert.deepEqual(matches(/registerCommand\("([^"]+)"/g), contributed);
  for (const command of matches(/= "(cdl\.(?:runExperiment|showGraph))"/g)) assert.ok(!contributed.includes(command), command);
  const inMenus = Object.values(manifest.contributes.menus).flat().map((one: any) => one.command);
  for (const command of inMenus) assert.ok(contributed.includes(command), command);
});

test("the settings are those that the extension and the client read", () => {
  const settings = Object.keys(manifest.contributes.configuration.properties).sort();
  // The client reads `ID.trace.server`, with the first argument of its constructor as the ID.
  assert.match(sources, /new LanguageClient\(\s*(?:\/\/.*\s*)?"cdl",/);
  assert.match(sources, /getConfiguration\("cdl"\)\.get<string>\("server\.path", "cdl"\)/);
  assert.deepEqual(settings, ["cdl.server.path", "cdl.trace.server"]);
  assert.equal(manifest.contributes.configuration.properties["cdl.server.path"].default, "cdl");
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ["cdl.server.path"]);
});

test("what the server says of a word has a colour of the grammar", () => {
  const named = new Set([...read("syntaxes/cdl.tmLanguage.json").matchAll(/"name": "([^"]+)"/g)].map((match) => match[1]));
  for (const scope of Object.values(manifest.contributes.semanticTokenScopes[0].scopes).flat()) {
    assert.ok(named.has(String(scope)), String(scope));
  }
  // The only kind of word of our own; VS Code knows the others.
  assert.deepEqual(manifest.contributes.semanticTokenTypes.map((one: any) => one.id), ["unit"]);
});

test("the types are those of the oldest editor that is supported", () => {
  assert.equal(`^${manifest.devDependencies["@types/vscode"]}`, manifest.engines.vscode);
  const client = JSON.parse(read("node_modules/vscode-languageclient/package.json"));
  assert.equal(client.engines.vscode, manifest.engines.vscode);
});

test("the lock file names no place of one machine", () => {
  const resolved = [...read("package-lock.json").matchAll(/"resolved": "([^"]+)"/g)].map((match) => match[1] ?? "");
  for (const url of resolved) assert.match(url, /^https:\/\/registry\.npmjs\.org\//);
});

test("the language configuration continues documentation and knows its comments", () => {
  const configuration = JSON.parse(read("language-configuration.json"));
  const appended = (line: string) =>
    configuration.onEnterRules.find((rule: any) => new RegExp(rule.beforeText).test(line))?.action.appendText;
  assert.equal(appended("  /// A disk."), "/// ");
  assert.equal(appended("//! The file."), "//! ");
  for (const line of ["// plain", "//// four", "let a = 1 /// no", "mass = 1 kg"]) assert.equal(appended(line), undefined, line);

  const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
  const opens = (line: string) => new RegExp(increaseIndentPattern).test(line);
  for (const line of ["model A {", "  let a = [ // opens", "f("]) assert.ok(opens(line), line);
  for (const line of ["body b { mass = 1 kg }", "// a {", "mass = 1 kg"]) assert.ok(!opens(line), line);
  assert.ok(new RegExp(decreaseIndentPattern).test("  }"));
  assert.deepEqual([configuration.comments.lineComment, ...configuration.comments.blockComment], ["//", "/*", "*/"]);
});

test("examples in Markdown have the colours of the language", async () => {
  const tokenize = await loadGrammar("markdown.cdl");
  const lines = tokenize("text\n```cdl file=rods.cdl\nbody b { mass = 1 kg }\n/* open\n```\nbody b {}\n");
  const scopes = (line: number) => (lines[line] ?? []).flatMap((token) => token.scopes);
  assert.ok(scopes(2).includes("keyword.other.unit.cdl"));
  assert.ok(scopes(2).includes("meta.embedded.block.cdl"));
  assert.ok(scopes(3).includes("comment.block.cdl"));
  assert.deepEqual(new Set(scopes(5)), new Set(["markdown.cdl"]));
});
