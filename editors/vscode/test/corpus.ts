// Everything written in `.cdl` in the repository: its files, and the examples in its pages.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./grammar.js";

export interface Source {
  /** For messages: the path in the repository, and the line where an example starts. */
  readonly name: string;
  readonly text: string;
}

const repository = join(root, "../..");
const SKIPPED = new Set([".git", "target", "node_modules", "out", "results"]);

export function corpus(): Source[] {
  return [...walk(repository)].sort().flatMap((path) => {
    const name = relative(repository, path);
    if (path.endsWith(".cdl")) return [{ name, text: readFileSync(path, "utf8") }];
    if (path.endsWith(".md")) return examples(name, readFileSync(path, "utf8"));
    return [];
  });
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

function examples(name: string, page: string): Source[] {
  const sources: Source[] = [];
  for (const match of page.matchAll(/^```cdl\b[^\n]*\n(.*?)^```$/gms)) {
    const line = page.slice(0, match.index).split("\n").length + 1;
    sources.push({ name: `${name}:${line}`, text: match[1] ?? "" });
  }
  return sources;
}
