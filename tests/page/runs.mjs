// Pages of examples, made by the program once for all tests.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
/** The program: `CDL`, or what cargo has built last. */
const program = [process.env.CDL, join(root, "target/debug/cdl"), join(root, "target/release/cdl")]
  .map((path) => path && resolve(path))
  .find((path) => path && existsSync(path));
export const withoutProgram = program ? false : "cdl is not built: `cargo build`, or set CDL to where it is";

const folder = mkdtempSync(join(tmpdir(), "cdl-runs-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function cdl(...words) {
  return cdlIn(root, ...words);
}

/** The same in another folder. */
export function cdlIn(cwd, ...words) {
  return execFileSync(program, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The folder of a run, which is made where it is asked for first. */
export function run(model, experiment, ...more) {
  const out = join(folder, [model.replaceAll("/", "-"), experiment, ...more].join("-").replaceAll(/[^\w-]/g, "_"));
  if (!existsSync(out)) cdl("run", model, "--experiment", experiment, "--out", out, ...more);
  return out;
}

export const pageOf = (...run_) => join(run(...run_), "report.html");
/** Where the folders of all runs are. */
export { folder };
export const inFolder = (name) => join(folder, name);
