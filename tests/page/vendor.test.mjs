// three.js in the pages is what its sources make.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

const vendor = resolve(import.meta.dirname, "../../runtime/src/results/page/vendor");

test("three.min.js is made of what three.entry.js names", async () => {
  const made = await build({
    entryPoints: [join(vendor, "three.entry.js")], bundle: true, minify: true, format: "iife", globalName: "THREE",
    legalComments: "none", write: false, nodePaths: [join(import.meta.dirname, "node_modules")],
  });
  const [{ text }] = made.outputFiles;
  assert.ok(text === readFileSync(join(vendor, "three.min.js"), "utf8"), "other bytes");
});
