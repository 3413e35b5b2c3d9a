// The extension: starts the server, and gives the commands of the palette.

import * as vscode from "vscode";
import { experimentsOf, nearestFirst, type Lens } from "./experiments";
import { createGraphs } from "./graphs";
import { createPages } from "./pages";
import { createServer, RUN_EXPERIMENT, SHOW_GRAPH, type Server } from "./server";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("cdl", { log: true });
  const status = vscode.languages.createLanguageStatusItem("cdl.server", { language: "cdl" });
  status.name = "cdl server";
  status.command = { command: "cdl.restart", title: "Restart" };
  const graphs = createGraphs();
  const pages = createPages({
    createPanel: (title) =>
      vscode.window.createWebviewPanel("cdl.page", title, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
        enableScripts: true,
        // What is turned and zoomed stays so while another tab is in front.
        retainContextWhenHidden: true,
        localResourceRoots: [],
      }),
    read: async (uri) => new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri))),
  });
  const running = (server = createServer({ graphs, pages }, output, status));

  context.subscriptions.push(
    output,
    status,
    graphs,
    pages,
    vscode.commands.registerCommand("cdl.restart", () => running.start()),
    vscode.commands.registerCommand("cdl.run", () => onExperiment(RUN_EXPERIMENT, "Run")),
    vscode.commands.registerCommand("cdl.graph", () => onExperiment(SHOW_GRAPH, "Show the graph of")),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cdl.server.path")) void running.start();
    }),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** Calls a command of the server on an experiment of the active file. */
async function onExperiment(command: string, verb: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "cdl") {
    void vscode.window.showInformationMessage("Open a .cdl file first.");
    return;
  }
  // The server says by its lenses which experiments there are; the number is how many to resolve.
  const lenses = await vscode.commands.executeCommand<Lens[] | undefined>(
    "vscode.executeCodeLensProvider",
    editor.document.uri,
    1000,
  );
  const experiments = nearestFirst(experimentsOf(lenses ?? [], command), editor.selection.active.line);
  const [first] = experiments;
  if (first === undefined) {
    void vscode.window.showInformationMessage("There is no experiment in this file: experiment NAME = MODEL() { simulate 10 s with rk4(step = 1 ms) }");
    return;
  }
  const chosen =
    experiments.length === 1
      ? first
      : await vscode.window
          .showQuickPick(
            experiments.map((experiment) => ({ label: experiment.name, description: `line ${experiment.line + 1}`, experiment })),
            { placeHolder: `${verb} which experiment?` },
          )
          .then((item) => item?.experiment);
  if (chosen !== undefined) await vscode.commands.executeCommand(command, ...chosen.arguments);
}
