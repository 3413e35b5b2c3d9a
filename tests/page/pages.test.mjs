// Each kind of page in a browser: draws without a complaint, the scene is not empty, time moves, files come out.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { browse, open, pixels, settled, withoutBrowser } from "./browser.mjs";
import { cdl, inFolder, pageOf, run, withoutProgram } from "./runs.mjs";

const skip = withoutBrowser || withoutProgram;

/** Model, experiment, and what the page has: a scene, how many plots. */
const KINDS = [
  { kind: "a run with sheaves", run: ["examples/elevator.cdl", "journey"], scene: true, plots: 5, bar: true },
  { kind: "a run with water, criteria and statistics", run: ["examples/mooring.cdl", "gust"], scene: true, plots: 3, bar: true },
  { kind: "a run of springs, forces and torques", run: ["tests/models/pictures.cdl", "swing_recursive"], scene: true, plots: 1, bar: false },
  { kind: "a study", run: ["examples/mooring.cdl", "offsets"], scene: false, plots: 1 },
  { kind: "modes", run: ["examples/mooring.cdl", "periods"], scene: true, plots: 1, bar: false },
  { kind: "a response", run: ["examples/mooring.cdl", "following"], scene: false, plots: 1 },
  { kind: "an equilibrium", run: ["examples/mooring.cdl", "reach"], scene: true, plots: 1, still: true, bar: true },
];

describe("pages of runs", { skip }, () => {
  for (const scheme of ["light", "dark"]) {
    describe(scheme, () => {
      let browser;
      before(async () => { browser = await browse({ scheme }); });
      after(async () => { await browser.close(); });
      for (const { kind, run, ...has } of KINDS) {
        test(kind, async () => {
          const path = pageOf(...run);
          assert.ok(has.plots > 3 || statSync(path).size < 1_500_000, `${statSync(path).size} bytes`);
          const { page, troubles } = await open(browser.context, path);
          const plots = page.locator(".plot");
          assert.ok((await plots.count()) >= has.plots, `${await plots.count()} plots`);
          if (has.plots) {
            await plots.first().scrollIntoViewIfNeeded();
            await settled(page);
            assert.ok((await plots.first().locator("path").count()) >= 2, "a curve and its axes");
          }
          assert.equal(await page.locator("#scene").count(), has.scene ? 1 : 0);
          if (has.scene) await looksAlive(browser.context, page, has);
          assert.deepEqual(troubles, []);
          await page.close();
        });
      }
    });
  }
});

/** The scene is not empty, other views look otherwise, and it moves. */
async function looksAlive(context, page, { still, bar }) {
  const scene = page.locator("#scene canvas");
  const first = await pixels(context, page.locator("#scene"));
  assert.ok(first.drawn > 800 && first.colours > 20, `${first.drawn} pixels in ${first.colours} colours`);
  assert.equal(await page.locator("#bar").isVisible(), bar, "the bar of tensions");
  for (const view of ["top", "side", "iso"]) {
    await page.getByRole("button", { name: view, exact: true }).click();
    await settled(page);
    const other = await pixels(context, scene);
    assert.ok(other.drawn > 200, `${view}: ${other.drawn} pixels`);
    if (view !== "iso") assert.notEqual(other.sum, first.sum, view);
  }
  if (still) {
    assert.ok(await page.locator("#play").isDisabled());
    // Nothing moves, so all of it is seen, and not the arrows of forces alone.
    assert.match(await page.locator(".scale span").textContent(), /\d m$/);
    return;
  }
  const words = await page.locator("#clock").textContent();
  const start = await pixels(context, page.locator("#scene"));
  await page.locator("#position").evaluate((slider) => {
    slider.value = Number(slider.min) + 0.37 * (slider.max - slider.min);
    slider.dispatchEvent(new Event("input"));
  });
  await settled(page);
  assert.notEqual(await page.locator("#clock").textContent(), words);
  assert.notEqual((await pixels(context, page.locator("#scene"))).sum, start.sum, "nothing has moved");
  const at = () => page.locator("#position").evaluate((slider) => Number(slider.value));
  const before_ = await at();
  await page.locator("#play").click();
  await page.waitForFunction((from) => Number(document.getElementById("position").value) > from, before_);
  await page.locator("#play").click();
}

describe("views that are asked for", { skip }, () => {
  test("open the page, and go along with their body", async () => {
    const browser = await browse();
    const { page, troubles } = await open(browser.context, pageOf("examples/mooring.cdl", "gust"));
    const button = page.getByRole("button", { name: "at_buoy" });
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator("#follow option:checked").textContent(), "buoy");
    const at = async (time) => {
      await page.locator("#position").evaluate((slider, to) => {
        slider.value = to;
        slider.dispatchEvent(new Event("input"));
      }, time);
      await settled(page);
    };
    // 10 m across: the bar of the scale is shorter than that, and stays as it is while the buoy goes 4 m away.
    const scale = () => page.locator(".scale").textContent();
    const before_ = await scale();
    assert.match(before_, /^(1|1\.25|2|2\.5) m$/);
    await at(7);
    assert.equal(await scale(), before_);
    assert.ok((await pixels(browser.context, page.locator("#scene"))).drawn > 800, "the buoy is still there");
    await page.getByRole("button", { name: "iso", exact: true }).click();
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.deepEqual(troubles, []);
    await browser.close();
  });
});

describe("what a reader does", { skip }, () => {
  let browser;
  let page;
  let troubles;
  before(async () => {
    browser = await browse();
    ({ page, troubles } = await open(browser.context, pageOf("examples/elevator.cdl", "journey"), "#time=5"));
  });
  after(async () => {
    assert.deepEqual(troubles, []);
    await browser.close();
  });

  const saved = async (act) => {
    const [file] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  };
  const figure = () => page.locator("figure", { has: page.locator("#plot-0") });

  test("opens at a time of the address", async () => {
    assert.match(await page.locator("#clock").textContent(), /^5\.0+ s$/);
    // Half of 20 m at 2.5 m/s, between the two ends of its journey.
    const value = Number(await figure().locator(".keys output").first().textContent());
    assert.ok(value > 12 && value < 28, `${value}`);
  });

  test("saves a plot as SVG, PNG and CSV", async () => {
    await figure().hover();
    const svg = await saved(() => figure().getByRole("button", { name: "SVG" }).click());
    assert.match(svg.name, /displacement.*\.svg$/);
    assert.match(svg.content.toString(), /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<path d="M[\d.]+ /s);
    assert.ok(!/NaN|undefined/.test(svg.content.toString()));
    const png = await saved(() => figure().getByRole("button", { name: "PNG" }).click());
    assert.deepEqual([...png.content.subarray(1, 4)], [...Buffer.from("PNG")]);
    assert.ok(png.content.length > 5000);
    const csv = await saved(() => figure().getByRole("button", { name: "CSV" }).click());
    const [head, ...rows] = csv.content.toString().trim().split("\n");
    assert.match(head, /^time \[s\],displacement \[m\]$/);
    assert.equal(rows.length, 281);
    assert.deepEqual(rows[0].split(",").map(Number), [0, 10]);
  });

  test("saves the scene", async () => {
    const png = await saved(() => page.locator("#save-scene").click());
    assert.deepEqual([...png.content.subarray(1, 4)], [...Buffer.from("PNG")]);
    assert.ok(png.content.length > 10_000, `${png.content.length} bytes`);
  });

  test("clicks a curve to go there, drags to zoom, and sees all again", async () => {
    const plot = page.locator("#plot-0");
    const labels = () => plot.locator("text").allTextContents();
    const whole = await labels();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    await page.mouse.click(box.x + 0.9 * box.width, box.y + 100);
    await settled(page);
    const clock = parseFloat(await page.locator("#clock").textContent());
    assert.ok(clock > 11 && clock < 14, `${clock} s`);
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    assert.notDeepEqual(await labels(), whole);
    await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 100);
    await settled(page);
    assert.deepEqual(await labels(), whole);
  });

  test("hides what hides another, and colours cables by name", async () => {
    const scene = page.locator("#scene");
    const whole = await pixels(browser.context, scene);
    await page.locator("#names button").first().click();
    await settled(page);
    const without = await pixels(browser.context, scene);
    assert.notEqual(without.sum, whole.sum);
    await page.locator("#names button").first().click();
    await settled(page);
    assert.equal((await pixels(browser.context, scene)).sum, whole.sum);
    await page.locator("#colour").selectOption("name");
    await settled(page);
    assert.notEqual((await pixels(browser.context, scene)).sum, whole.sum);
    assert.ok(!(await page.locator("#bar").isVisible()));
    await page.locator("#colour").selectOption("tension");
  });

  test("follows a body", async () => {
    await page.locator("#follow").selectOption({ label: "car" });
    const at = async (time) => {
      await page.locator("#position").evaluate((slider, to) => {
        slider.value = to;
        slider.dispatchEvent(new Event("input"));
      }, time);
      await settled(page);
      return pixels(browser.context, page.locator("#scene"));
    };
    const [low, high] = [await at(2), await at(11)];
    // The car has risen by most of 20 m, and is as large in the picture as before.
    assert.ok(low.drawn > 3000 && high.drawn > 3000, `${low.drawn}, ${high.drawn} pixels`);
  });

  test("is told where pages cannot be drawn in three dimensions", async () => {
    const { page: other } = await open(browser.context, pageOf("examples/elevator.cdl", "journey"));
    await other.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
    await other.reload();
    await settled(other);
    assert.match(await other.locator(".no-scene").textContent(), /WebGL/);
    assert.ok((await other.locator("#plot-0 path").count()) >= 2, "plots are there all the same");
    await other.close();
  });
});

describe("a profile along a cable", { skip }, () => {
  const browsed = async (experiment, hash) => {
    const browser = await browse();
    const { page, troubles } = await open(browser.context, pageOf("examples/mooring.cdl", experiment), hash);
    const plot = page.locator("#plot-0");
    await plot.scrollIntoViewIfNeeded();
    await settled(page);
    const curves = () => plot.locator("g path[stroke]").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
    return { browser, page, troubles, curves };
  };

  test("moves with the scene between what it was over the run", async () => {
    const { browser, page, troubles, curves } = await browsed("gust", "#time=2");
    const first = await curves();
    await page.locator("#position").evaluate((slider) => {
      slider.value = 6;
      slider.dispatchEvent(new Event("input"));
    });
    await settled(page);
    const later = await curves();
    assert.notEqual(first[0], later[0]);
    // Points of the curve that moves, then smallest, mean and largest, which stay.
    assert.deepEqual(later.slice(-3), first.slice(-3));
    assert.deepEqual(troubles, []);
    await browser.close();
  });

  test("stands still at rest", async () => {
    const { browser, troubles, curves } = await browsed("reach", "");
    assert.equal((await curves()).length, 2, "a curve and its points");
    assert.deepEqual(troubles, []);
    await browser.close();
  });
});

describe("pages of several runs", { skip }, () => {
  test("share the script that draws scenes, and say so where it is missing", async () => {
    const to = inFolder("all");
    cdl("run", "examples/held_cable.cdl", "--all", "--out", to);
    const shared = readdirSync(to).filter((name) => name.endsWith(".js"));
    assert.equal(shared.length, 1, `${shared}`);
    const browser = await browse();
    for (const experiment of ["swing", "rest"]) {
      const path = join(to, experiment, "report.html");
      assert.ok(statSync(path).size < 500_000, `${statSync(path).size} bytes`);
      const { page, troubles } = await open(browser.context, path);
      assert.deepEqual(troubles.map((own) => own.split("/").pop()), shared);
      const first = await pixels(browser.context, page.locator("#scene"));
      assert.ok(first.drawn > 800 && first.colours > 20, `${first.drawn} pixels in ${first.colours} colours`);
      await page.close();
    }
    rmSync(join(to, shared[0]));
    const { page } = await open(browser.context, join(to, "swing", "report.html"));
    assert.match(await page.locator("#scene").textContent(), /is missing/);
    assert.ok((await page.locator("#plot-0 path").count()) >= 2, "plots are drawn all the same");
    await browser.close();
  });
});

describe("the page of a comparison", { skip }, () => {
  test("draws runs over each other, and has neither a scene nor what draws one", async () => {
    const to = inFolder("compared.html");
    const runs = [run("examples/mooring.cdl", "gust"), run("examples/mooring.cdl", "gust", "--set", "length=11 m")];
    assert.throws(() => cdl("compare", ...runs, "--page", to), { status: 1 });
    assert.ok(statSync(to).size < 500_000, `${statSync(to).size} bytes`);
    const browser = await browse();
    const { page, troubles } = await open(browser.context, to);
    const plot = page.locator("#plot-0");
    // Two curves and the axes.
    assert.equal(await plot.locator("g path[stroke]").count(), 2);
    assert.deepEqual(await page.locator("figure").first().locator(".keys button").evaluateAll((keys) => keys.length), 2);
    const whole = await pixels(browser.context, plot);
    await page.locator("figure").first().locator(".keys button").first().click();
    await settled(page);
    assert.equal(await plot.locator("g path[stroke]").count(), 1);
    assert.notEqual((await pixels(browser.context, plot)).sum, whole.sum);
    assert.equal(await page.locator("#scene").count(), 0);
    assert.deepEqual(troubles, []);
    await browser.close();
  });
});
