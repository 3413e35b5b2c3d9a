// Which experiments a file has, as the server tells by its code lenses.

/** What of a code lens matters here. */
export interface Lens {
  readonly range: { readonly start: { readonly line: number } };
  readonly command?: { readonly command: string; readonly arguments?: readonly unknown[] };
}

export interface Experiment {
  readonly name: string;
  readonly line: number;
  /** What the server's command takes. */
  readonly arguments: readonly unknown[];
}

/** The experiments that `command` can be called for, in the order of the file. */
export function experimentsOf(lenses: readonly Lens[], command: string): Experiment[] {
  return lenses
    .flatMap((lens): Experiment[] => {
      if (lens.command?.command !== command) return [];
      const args = lens.command.arguments ?? [];
      const name = nameIn(args[0]);
      return name === undefined ? [] : [{ name, line: lens.range.start.line, arguments: args }];
    })
    .sort((a, b) => a.line - b.line);
}

function nameIn(argument: unknown): string | undefined {
  if (typeof argument !== "object" || argument === null || !("experiment" in argument)) return undefined;
  return typeof argument.experiment === "string" ? argument.experiment : undefined;
}

/** The same experiments with the one that the cursor is in, or below, in front. */
export function nearestFirst(experiments: readonly Experiment[], cursor: number): Experiment[] {
  const nearest = experiments.findLast((experiment) => experiment.line <= cursor);
  if (nearest === undefined) return [...experiments];
  return [nearest, ...experiments.filter((experiment) => experiment !== nearest)];
}
