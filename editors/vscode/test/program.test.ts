import assert from "node:assert/strict";
import { test } from "node:test";
import { findProgram, isProgram, type Surroundings } from "../src/program.js";

function surroundings(programs: readonly string[], more: Partial<Surroundings> = {}): Surroundings {
  return {
    platform: "linux",
    path: "/usr/local/bin:/usr/bin",
    extensions: "",
    home: "/home/ada",
    folder: "/models/crane",
    isProgram: (path) => programs.includes(path),
    ...more,
  };
}

const windows: Partial<Surroundings> = {
  platform: "win32",
  path: "C:\\Windows;C:\\Tools",
  extensions: ".COM;.EXE",
  home: "C:\\Users\\ada",
  folder: "D:\\crane",
};

test("a name is looked for on PATH, in its order, then where cargo installs", () => {
  const everywhere = ["/usr/bin/cdl", "/usr/local/bin/cdl", "/home/ada/.cargo/bin/cdl"];
  assert.deepEqual(findProgram("cdl", surroundings(everywhere)), { found: true, path: "/usr/local/bin/cdl" });
  assert.deepEqual(findProgram("cdl", surroundings(everywhere.slice(2))), { found: true, path: "/home/ada/.cargo/bin/cdl" });
  assert.deepEqual(findProgram("cdl-dev", surroundings(["/usr/bin/cdl-dev"])), { found: true, path: "/usr/bin/cdl-dev" });
});

test("an empty setting means the command by its name", () => {
  assert.deepEqual(findProgram("  ", surroundings(["/usr/bin/cdl"])), { found: true, path: "/usr/bin/cdl" });
});

test("empty parts of PATH are not the current folder", () => {
  assert.equal(findProgram("cdl", surroundings(["cdl", "/cdl"], { path: ":" })).found, false);
});

test("a path is taken from the home, the workspace, or as it is", () => {
  const cases = {
    "/opt/cdl": "/opt/cdl",
    "~/bin/cdl": "/home/ada/bin/cdl",
    "${workspaceFolder}/target/release/cdl": "/models/crane/target/release/cdl",
    "target/release/cdl": "/models/crane/target/release/cdl",
    "./cdl": "/models/crane/cdl",
  };
  for (const [setting, path] of Object.entries(cases)) {
    assert.deepEqual(findProgram(setting, surroundings([path])), { found: true, path }, setting);
  }
});

test("a path is not looked for on PATH", () => {
  assert.equal(findProgram("./cdl", surroundings(["/usr/bin/cdl"])).found, false);
});

test("on Windows the extension may be left out", () => {
  const found = { found: true, path: "C:\\Tools\\cdl.exe" };
  assert.deepEqual(findProgram("cdl", surroundings(["C:\\Tools\\cdl.exe"], windows)), found);
  assert.deepEqual(findProgram("C:/Tools/cdl", surroundings(["C:/Tools/cdl.exe"], windows)), { found: true, path: "C:/Tools/cdl.exe" });
  assert.deepEqual(findProgram("bin\\cdl.exe", surroundings(["D:\\crane\\bin\\cdl.exe"], windows)), {
    found: true,
    path: "D:\\crane\\bin\\cdl.exe",
  });
});

test("what is missing is told with what was looked for and what to do", () => {
  for (const [setting, looked] of [["cdl", '"cdl"'], ["~/bin/cdl", "/home/ada/bin/cdl"]] as const) {
    const program = findProgram(setting, surroundings([]));
    assert.ok(!program.found);
    for (const part of [looked, "cargo install --path .", "cdl.server.path"]) {
      assert.ok(program.message.includes(part), `${part}: ${program.message}`);
    }
  }
});

test("a folder and a plain file are no programs", () => {
  assert.equal(isProgram(process.execPath), true);
  assert.equal(isProgram(process.cwd()), false);
  assert.equal(isProgram(`${process.cwd()}/no such file`), false);
  if (process.platform !== "win32") assert.equal(isProgram(`${process.cwd()}/package.json`), false);
});
