import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./grammar.js";

/** What the extension asked of the editor: the name of each function called, with its arguments. */
type Calls = [string, unknown[]][];

/**
 * Stands for the module `vscode`: every name in it can be called, constructed, extended and asked
 * for more names. Only calls to what is in `answers` have an effect.
 */
function editor(calls: Calls, answers: Record<string, (...args: any[]) => unknown>): unknown {
  const known = new Map<string, unknown>();
  const named = (name: string): unknown => {
    const found = known.get(name);
    if (found !== undefined) return found;
    // A function, because it can be called, constructed and extended.
    const made: unknown = new Proxy(function () {}, {
      get: (target, key) => {
        if (typeof key === "symbol" || key === "prototype") return Reflect.get(target, key);
        return key === "then" ? undefined : named(`${name}.${key}`);
      },
      set: () => true,
      apply: (_, __, args) => {
        calls.push([name, args]);
        return answers[name]?.(...args) ?? named(`${name}()`);
      },
    });
    known.set(name, made);
    return made;
  };
  // Bundlers copy the names that a module has of its own.
  const names = "window workspace languages commands Disposable EventEmitter LanguageStatusSeverity Uri ViewColumn".split(" ");
  return new Proxy(Object.fromEntries(names.map((name) => [name, undefined])), {
    get: (_, key) => (typeof key === "symbol" ? undefined : named(key)),
  });
}

test("the bundle loads, registers its commands and tells that the server is missing", async () => {
  const require = createRequire(join(root, "package.json"));
  const Module = require("node:module");
  const calls: Calls = [];
  const vscode = editor(calls, {
    "workspace.getConfiguration().get": () => "/no such folder/cdl",
    "window.showErrorMessage": () => Promise.resolve(undefined),
  });
  const load = Module._load;
  Module._load = (request: string, ...rest: unknown[]) => (request === "vscode" ? vscode : load(request, ...rest));
  try {
    const extension = require(join(root, "out/extension.js"));
    await extension.activate({ subscriptions: [] });
    await extension.deactivate();
  } finally {
    Module._load = load;
  }
  const commands = calls.filter(([name]) => name === "commands.registerCommand").map(([, args]) => args[0]);
  assert.deepEqual(commands.sort(), ["cdl.graph", "cdl.restart", "cdl.run"]);
  const told = calls.filter(([name]) => name === "window.showErrorMessage").map(([, args]) => String(args[0]));
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /\/no such folder\/cdl/);
});
