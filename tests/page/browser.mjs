// A browser, if this machine has one, and what the tests ask of its pages.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const SWITCHES = [
  "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
  // Draws in software where there is no graphics card.
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
];

/** Where Chromium is: `CHROMIUM`, or one of the usual places. */
export const executablePath = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
export const withoutBrowser = executablePath ? false : "there is no Chromium here; set CHROMIUM to where it is";

/** A browser with a profile of its own, which goes with it. */
export async function browse({ scheme = "light", width = 1400, height = 900 } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "cdl-page-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath, headless: true, args: SWITCHES, colorScheme: scheme, viewport: { width, height }, acceptDownloads: true,
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Opens a file; `troubles` gathers what the page complains of, and every request that is for another file. */
export async function open(context, path, hash = "") {
  const page = await context.newPage();
  const troubles = [];
  const address = pathToFileURL(path).href;
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !isOfTheDriver(message.text()) && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(String(error.stack)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:") && !url.startsWith("blob:")) troubles.push(`asks for ${url}`);
  });
  await page.goto(address + hash);
  await settled(page);
  return { page, troubles };
}

/** Software drivers complain of being slow. */
const isOfTheDriver = (text) => text.includes("GPU stall due to ReadPixels");

/** Two pictures of the screen later. */
export const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))));

/** Of a stretch of the page: how many pixels are not of its commonest colour, and how many colours there are. */
export async function pixels(context, locator) {
  const shot = (await locator.screenshot()).toString("base64");
  const blank = await context.newPage();
  const found = await blank.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const paper = canvas.getContext("2d");
    paper.drawImage(picture, 0, 0);
    const words = new Uint32Array(paper.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const counts = new Map();
    let sum = 0;
    for (const word of words) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      sum = (Math.imul(sum, 31) + word) | 0;
    }
    return { drawn: words.length - Math.max(...counts.values()), colours: counts.size, sum };
  }, shot);
  await blank.close();
  return found;
}
