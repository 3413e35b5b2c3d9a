// The life of the server: `cdl lsp` as a child process that speaks over its standard streams.

import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, State } from "vscode-languageclient/node";
import { readGraph } from "./graph";
import type { Graphs } from "./graphs";
import { pageOf } from "./page";
import type { Pages } from "./pages";
import { findProgram, isProgram, type Program } from "./program";

export const RUN_EXPERIMENT = "cdl.runExperiment";
export const SHOW_GRAPH = "cdl.showGraph";

export interface Server {
  /** Starts it, or starts it anew; tells the user what is wrong if that fails. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Where what the server tells is shown. */
export interface Views {
  readonly graphs: Graphs;
  readonly pages: Pages;
}

export function createServer(views: Views, output: vscode.LogOutputChannel, status: vscode.LanguageStatusItem): Server {
  let client: LanguageClient | undefined;
  // One start or stop after the other: a client that is starting cannot be stopped.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => (last = last.then(task, task));

  const stop = async () => {
    const old = client;
    client = undefined;
    // A server that has died already cannot be asked to shut down, and need not.
    await old?.dispose().catch((error: unknown) => output.warn(messageOf(error)));
  };

  const start = async () => {
    await stop();
    const program = locate();
    if (!program.found) {
      show(status, "cdl: no server", program.message, vscode.LanguageStatusSeverity.Error);
      tellMissing(program.message);
      return;
    }
    const fresh = createClient(program.path, views, output);
    fresh.onDidChangeState(({ newState }) => showState(status, newState, fresh, program.path));
    client = fresh;
    try {
      await fresh.start();
    } catch (error) {
      const message = `"${program.path} lsp" did not start: ${messageOf(error)}`;
      show(status, "cdl: no server", message, vscode.LanguageStatusSeverity.Error);
      tellFailed(message, output);
    }
  };

  return { start: () => inTurn(start), stop: () => inTurn(stop) };
}

function locate(): Program {
  const setting = vscode.workspace.getConfiguration("cdl").get<string>("server.path", "cdl");
  return findProgram(setting, {
    platform: process.platform,
    path: process.env["PATH"] ?? "",
    extensions: process.env["PATHEXT"] ?? ".EXE",
    home: homedir(),
    folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    isProgram,
  });
}

function createClient(command: string, { graphs, pages }: Views, output: vscode.LogOutputChannel): LanguageClient {
  return new LanguageClient(
    // Also the name in front of `.trace.server`.
    "cdl",
    "cdl",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "cdl" }, { scheme: "untitled", language: "cdl" }],
      // Else the server would open a file with the graph.
      initializationOptions: { showsGraphs: true },
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      middleware: {
        window: {
          async showDocument(params, token, next) {
            const page = pageOf(params);
            if (page === undefined) return next(params, token);
            try {
              await pages.show(page);
              return { success: true };
            } catch (error) {
              output.warn(messageOf(error));
              return { success: false };
            }
          },
        },
        async executeCommand(command, args, next) {
          try {
            const answer: unknown = await next(command, args);
            const graph = command === SHOW_GRAPH ? readGraph(answer) : undefined;
            if (graph !== undefined) await graphs.show(graph);
            return answer;
          } catch (error) {
            // The editor itself would say no more than that the command failed.
            void vscode.window.showErrorMessage(messageOf(error));
            return undefined;
          }
        },
      },
    },
  );
}

/** A server that crashes is started again by the client, a few times. */
function showState(status: vscode.LanguageStatusItem, state: State, client: LanguageClient, path: string): void {
  const { Information, Error } = vscode.LanguageStatusSeverity;
  switch (state) {
    case State.Running: {
      const version = client.initializeResult?.serverInfo?.version;
      return show(status, version === undefined ? "cdl" : `cdl ${version}`, path, Information);
    }
    case State.Starting:
      return show(status, "cdl: starting", path, Information);
    case State.Stopped:
    case State.StartFailed:
      return show(status, "cdl: no server", path, Error);
  }
}

function show(
  status: vscode.LanguageStatusItem,
  text: string,
  detail: string,
  severity: vscode.LanguageStatusSeverity,
): void {
  status.text = text;
  status.detail = detail;
  status.severity = severity;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tellMissing(message: string): void {
  const open = "Open Setting";
  const again = "Try Again";
  void vscode.window.showErrorMessage(message, open, again).then((choice) => {
    if (choice === open) void vscode.commands.executeCommand("workbench.action.openSettings", "cdl.server.path");
    if (choice === again) void vscode.commands.executeCommand("cdl.restart");
  });
}

function tellFailed(message: string, output: vscode.LogOutputChannel): void {
  const look = "Show Output";
  void vscode.window.showErrorMessage(message, look).then((choice) => {
    if (choice === look) output.show();
  });
}
