import assert from "node:assert/strict";
import { test } from "node:test";
import { experimentsOf, nearestFirst, type Lens } from "../src/experiments.js";
import { pathOf, readGraph } from "../src/graph.js";

const uri = "file:///crane.cdl";

function lens(line: number, command: string, ...args: unknown[]): Lens {
  return { range: { start: { line } }, command: { command, arguments: args } };
}

test("experiments are those that the command is offered for, as the file has them", () => {
  const lenses = [
    lens(40, "cdl.runExperiment", { uri, experiment: "rest" }),
    lens(40, "cdl.showGraph", { uri, experiment: "rest" }),
    lens(30, "cdl.runExperiment", { uri, experiment: "lift" }),
    { range: { start: { line: 1 } } },
  ];
  assert.deepEqual(experimentsOf(lenses, "cdl.runExperiment"), [
    { name: "lift", line: 30, arguments: [{ uri, experiment: "lift" }] },
    { name: "rest", line: 40, arguments: [{ uri, experiment: "rest" }] },
  ]);
});

test("lenses of another shape are passed over", () => {
  const odd = [lens(1, "run"), lens(1, "run", null), lens(1, "run", "lift"), lens(1, "run", { experiment: 3 })];
  assert.deepEqual(experimentsOf(odd, "run"), []);
});

test("the experiment at the cursor comes first", () => {
  const experiments = ["a", "b", "c"].map((name, i) => ({ name, line: 10 * (i + 1), arguments: [] }));
  const names = (cursor: number) => nearestFirst(experiments, cursor).map(({ name }) => name).join("");
  assert.equal(names(0), "abc");
  assert.equal(names(10), "abc");
  assert.equal(names(25), "bac");
  assert.equal(names(99), "cab");
});

test("a graph is read only from an answer that is one", () => {
  assert.deepEqual(readGraph({ title: "crane lift", text: "y = x", more: 1 }), { title: "crane lift", text: "y = x" });
  for (const answer of [null, undefined, "text", { title: "a" }, { title: 1, text: "" }, []]) {
    assert.equal(readGraph(answer), undefined);
  }
});

test("a title makes one part of a path", () => {
  assert.equal(pathOf({ title: "graph of lift (models/crane.cdl)", text: "" }), "/graph of lift (models-crane.cdl)");
  assert.equal(pathOf({ title: " ", text: "" }), "/graph");
});
