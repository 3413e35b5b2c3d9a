// The page of a run, as the server asks for it to be shown.

import { posix } from "node:path";

/** What of the parameters of `window/showDocument` matters here. */
export interface Shown {
  readonly uri: string;
  readonly external?: boolean;
}

/** A page of results on the disk of the machine that the server runs on. */
export interface Page {
  readonly uri: string;
  /** Such as `crane-lift`, the folder that it stands in. */
  readonly title: string;
}

/**
 * Undefined for what is no page. A browser could open one only where it runs on the server's machine, so it is
 * shown in the editor, which may be a browser itself or far away.
 */
export function pageOf({ uri, external }: Shown): Page | undefined {
  if (external !== true || !URL.canParse(uri)) return undefined;
  const { protocol, pathname } = new URL(uri);
  if (protocol !== "file:" || !pathname.endsWith(".html")) return undefined;
  return { uri, title: decodeURIComponent(posix.basename(posix.dirname(pathname))) };
}
