// Makes the pictures of pages in docs: `node pictures.mjs`, after a change that is to be seen there.

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { browse, open, settled } from "./browser.mjs";
import { cdlIn, folder, inFolder, pageOf } from "./runs.mjs";

const docs = resolve(import.meta.dirname, "../../docs");

/** Name, page, where it opens, colours, size, and what is pressed first. */
const PICTURES = [
  { name: "page", page: () => pageOf("examples/elevator.cdl", "journey"), at: "#time=6" },
  { name: "page_dark", page: () => pageOf("examples/mooring.cdl", "gust"), at: "#time=6.5", scheme: "dark" },
  { name: "page_compare", page: compared, height: 560 },
];

function compared() {
  const page = inFolder("compared.html");
  const model = resolve(docs, "../examples/mooring.cdl");
  cdlIn(folder, "run", model, "--experiment", "gust", "--out", "gust");
  cdlIn(folder, "run", model, "--experiment", "gust", "--set", "length=11 m", "--out", "gust-11m");
  try {
    // Named as in a folder of results.
    cdlIn(folder, "compare", "gust", "gust-11m", "--page", page);
  } catch ({ status }) {
    // They differ, which is what there is to see.
    if (status !== 1) throw new Error(`cdl compare ended with ${status}`);
  }
  return page;
}

for (const { name, page: path, at = "", scheme = "light", height = 760 } of PICTURES) {
  const browser = await browse({ scheme, width: 1240, height });
  const { page } = await open(browser.context, path(), at);
  await settled(page);
  const to = resolve(docs, `${name}.png`);
  await page.screenshot({ path: to });
  await browser.close();
  const size = statSync(to).size;
  console.log(`${to}: ${size} bytes`);
  if (size > 150_000) throw new Error("too large");
}
