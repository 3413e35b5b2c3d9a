// Where the `cdl` command is. Knows nothing of VS Code, so that it can be tested without.

import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

/** What the answer depends on besides the setting. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  /** The variables `PATH` and, on Windows, `PATHEXT`. */
  readonly path: string;
  readonly extensions: string;
  readonly home: string;
  /** The first folder of the workspace. */
  readonly folder: string | undefined;
  readonly isProgram: (path: string) => boolean;
}

export type Program =
  | { readonly found: true; readonly path: string }
  /** `message` says what was looked for and what to do. */
  | { readonly found: false; readonly message: string };

/** Finds what the setting `cdl.server.path` names: a name on PATH, or a path. */
export function findProgram(setting: string, at: Surroundings): Program {
  const paths = at.platform === "win32" ? win32 : posix;
  const name = setting.trim() === "" ? "cdl" : setting.trim();
  const isPath = name.includes("/") || name.includes(paths.sep) || name.startsWith("~");
  const named = isPath ? expand(name, at) : undefined;
  const places =
    named !== undefined
      ? [named]
      : [...at.path.split(paths.delimiter), paths.join(at.home, ".cargo", "bin")]
          .filter((folder) => folder !== "")
          .map((folder) => paths.join(folder, name));

  const found = places.flatMap((place) => spellings(place, at)).find(at.isProgram);
  if (found !== undefined) return { found: true, path: found };
  const looked =
    named !== undefined
      ? `The setting cdl.server.path names ${named}, which is no program.`
      : `The command "${name}" is neither on PATH nor in ~/.cargo/bin.`;
  return {
    found: false,
    message: `${looked} Build it with "cargo install --path ." in the cdl repository, or say where it is in the setting cdl.server.path.`,
  };
}

function expand(name: string, at: Surroundings): string {
  const paths = at.platform === "win32" ? win32 : posix;
  const expanded = name
    .replace(/^~(?=$|[\\/])/, () => at.home)
    .replaceAll("${workspaceFolder}", () => at.folder ?? "");
  return paths.isAbsolute(expanded) ? expanded : paths.join(at.folder ?? at.home, expanded);
}

/** On Windows a program may be named without its extension. */
function spellings(place: string, at: Surroundings): string[] {
  if (at.platform !== "win32") return [place];
  return [place, ...at.extensions.split(";").map((extension) => place + extension.toLowerCase())];
}

/** Whether there is a file that this user may execute. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
