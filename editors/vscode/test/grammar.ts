// The TextMate engine of VS Code, without VS Code.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import textmate from "vscode-textmate";
import oniguruma from "vscode-oniguruma";

/** A piece of one line, in UTF-16 columns, and its scopes from the outermost to the innermost. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
}

export const root = process.cwd();

/** The tokens of each line of `text`, coloured by the grammar called `scopeName`. */
export type Tokenize = (text: string) => Token[][];

export async function loadGrammar(scopeName: string): Promise<Tokenize> {
  const wasm = join(dirname(createRequire(join(root, "package.json")).resolve("vscode-oniguruma")), "onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm));
  const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const found = contributes.grammars.find((entry: { scopeName: string }) => entry.scopeName === name);
      if (found === undefined) return null;
      const path = join(root, found.path);
      return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
    },
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`no grammar called ${scopeName}`);
  return (text) => {
    let stack = textmate.INITIAL;
    return text.split(/\r\n|\r|\n/).map((line) => {
      const result = grammar.tokenizeLine(line, stack);
      stack = result.ruleStack;
      return result.tokens.map(({ startIndex, endIndex, scopes }) => ({ start: startIndex, end: endIndex, scopes }));
    });
  };
}
