import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";
import { pageOf } from "../src/page.js";
import { createPages } from "../src/pages.js";

const uri = "file:///home/me/models/results/crane-lift%20load/report.html";

test("a page is what the server wants to be opened outside of the editor", () => {
  assert.deepEqual(pageOf({ uri, external: true }), { uri, title: "crane-lift load" });
  assert.equal(pageOf({ uri }), undefined);
  assert.equal(pageOf({ uri: "https://example.org/report.html", external: true }), undefined);
  assert.equal(pageOf({ uri: "file:///home/me/crane.cdl", external: true }), undefined);
  assert.equal(pageOf({ uri: "report.html", external: true }), undefined);
});

/** A panel that notes what is asked of it. */
function panel(title: string, asked: string[]) {
  const whenDisposed: (() => void)[] = [];
  const made = {
    title,
    webview: { html: "" },
    onDidDispose: (listener: () => void) => whenDisposed.push(listener),
    reveal: () => asked.push(`reveal ${title}`),
    dispose: () => {
      asked.push(`dispose ${title}`);
      for (const listener of whenDisposed) listener();
    },
  };
  return made as typeof made & vscode.WebviewPanel;
}

test("a page is read and shown in a panel of its own, which the next run fills anew", async () => {
  const asked: string[] = [];
  const panels: ReturnType<typeof panel>[] = [];
  let text = "<p>first</p>";
  const pages = createPages({
    createPanel: (title) => {
      asked.push(`create ${title}`);
      panels.push(panel(title, asked));
      return panels.at(-1)!;
    },
    read: async (from) => {
      asked.push(`read ${from}`);
      return text;
    },
  });
  await pages.show({ uri, title: "lift" });
  assert.equal(panels[0]?.webview.html, "<p>first</p>");
  text = "<p>second</p>";
  await pages.show({ uri, title: "lift" });
  assert.equal(panels[0]?.webview.html, "<p>second</p>");
  assert.equal(panels.length, 1);
  await pages.show({ uri: uri.replace("lift", "rest"), title: "rest" });
  assert.equal(panels.length, 2);
  // One that was closed is made anew.
  panels[0]?.dispose();
  await pages.show({ uri, title: "lift" });
  assert.equal(panels.length, 3);
  pages.dispose();
  assert.deepEqual(asked.filter((own) => !own.startsWith("read")), [
    "create lift", "reveal lift", "create rest", "dispose lift", "create lift", "dispose rest", "dispose lift",
  ]);
});

test("a page that cannot be read opens no panel", async () => {
  const pages = createPages({
    createPanel: () => assert.fail("no panel"),
    read: () => Promise.reject(new Error("gone")),
  });
  await assert.rejects(pages.show({ uri, title: "lift" }), /gone/);
});
