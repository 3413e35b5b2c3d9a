// The answer of `cdl.showGraph`.

export interface Graph {
  readonly title: string;
  readonly text: string;
}

/** Undefined where there is nothing to show, such as for a file with errors, which the server tells itself. */
export function readGraph(answer: unknown): Graph | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { title, text } = answer as Partial<Record<keyof Graph, unknown>>;
  return typeof title === "string" && typeof text === "string" ? { title, text } : undefined;
}

/** The path of the document that shows it; an editor shows the last part as its title. */
export function pathOf(graph: Graph): string {
  const name = graph.title.replace(/[\\/]+/g, "-").trim();
  return `/${name === "" ? "graph" : name}`;
}
