// Graphs as read-only documents beside the editor.

import * as vscode from "vscode";
import { pathOf, type Graph } from "./graph";

const SCHEME = "cdl-graph";

export interface Graphs extends vscode.Disposable {
  show(graph: Graph): Promise<void>;
}

export function createGraphs(): Graphs {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );
  return {
    async show(graph) {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: pathOf(graph) });
      texts.set(uri.toString(), graph.text);
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
      });
    },
    dispose: () => registrations.dispose(),
  };
}
