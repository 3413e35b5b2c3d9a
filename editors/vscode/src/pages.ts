// Pages of runs as panels beside the editor: a page is one file that asks for nothing else.

import type * as vscode from "vscode";
import type { Page } from "./page";

export interface Pages {
  /** Shows a page, in the panel that it had before if that is still open. */
  show(page: Page): Promise<void>;
  dispose(): void;
}

/** What the panels are made with; `read` gives the text of a file where the extension runs. */
export interface Making {
  createPanel(title: string): vscode.WebviewPanel;
  read(uri: string): Promise<string>;
}

export function createPages({ createPanel, read }: Making): Pages {
  const panels = new Map<string, vscode.WebviewPanel>();
  return {
    async show(page) {
      // Before a panel opens that would stay empty.
      const html = await read(page.uri);
      let panel = panels.get(page.uri);
      if (panel === undefined) {
        panel = createPanel(page.title);
        panel.onDidDispose(() => panels.delete(page.uri));
        panels.set(page.uri, panel);
      } else {
        panel.reveal(undefined, true);
      }
      panel.webview.html = html;
    },
    dispose() {
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}
