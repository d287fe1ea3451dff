/**
 * An exported page in a real browser: it runs nothing but its own script, asks nobody for anything, and can be used by
 * keys.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { pathToFileURL } from "node:url";
import { htmlWriter } from "../../src/transcript/export/html.ts";
import { type BrowserPage, browserProgram, openPage } from "../support/browser.ts";
import { makeProject } from "../support/project.ts";
import { assistant, calls, log, ran, says, toolResult, turnEnd, turnStart, user } from "../transcript/log.ts";
import { documentOf, entriesSaying, written } from "../transcript/export/saying.ts";

setDefaultTimeout(60_000);

const attacks = [
  "</script><script>window.hit = 1</script>",
  "<img src=x onerror='window.hit=1'><svg onload='window.hit=1'>",
  "[a](javascript:window.hit=1) ![b](https://tracker.example/p.png)",
  '"><iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  "`</code></pre><script>window.hit=1</script>` [x](data:text/html,<script>hit</script>) <https://a.example/'onmouseover='hit>",
  '```html"><script>window.hit=1</script>\n</code><img src=x onerror=window.hit=1>',
  "\u2028\u202e\0\ud800<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=1 onerror=window.hit=1>'>",
  "</style><style>@import 'https://tracker.example/a.css';</style>",
];

/** Returns when the expression is true in the page. */
async function until(page: BrowserPage, expression: string): Promise<void> {
  await page.run(
    `new Promise((resolve) => { const look = () => (${expression}) ? resolve() : requestAnimationFrame(look); look(); })`,
  );
}

describe.skipIf(browserProgram === null)("in a browser (skipped where there is no chromium)", () => {
  const open = (file: string) => openPage(browserProgram ?? "", pathToFileURL(file).href);

  test("hostile texts run nothing and load nothing", async () => {
    await using project = await makeProject();
    await project.write(
      "page.html",
      written(htmlWriter, documentOf(entriesSaying(attacks.join("\n\n")), { named: attacks.join(" ") })),
    );
    await using page = await open(project.path("page.html"));
    await page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await page.run("typeof window.hit")).toBe("undefined");
    expect(await page.run("document.querySelectorAll('iframe, object, embed, link, base').length")).toBe(0);
    await until(
      page,
      "[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth === 1)",
    );
    expect(page.requests.filter((url) => !/^(?:file:|data:image\/png)/.test(url))).toEqual([]);
    expect(page.complaints).toEqual([]);
    // The policy holds for what a script would add, too.
    await page.run(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hit = 1' }))",
    );
    expect(await page.run("typeof window.hit")).toBe("undefined");
  });

  test("keys find text inside of what is folded, and print shows everything", async () => {
    await using project = await makeProject();
    const entries = log(
      user("first message"),
      turnStart,
      assistant([says("Look at the **nee**dle."), calls("c1", "bash", '{"command":"grep needle *"}')]),
      toolResult("c1", ran),
      turnEnd(),
    );
    await project.write("page.html", written(htmlWriter, documentOf(entries)));
    await using page = await open(project.path("page.html"));
    expect(await page.run("document.getElementById('tools').hidden")).toBe(false);
    await page.press("/");
    expect(await page.run("document.activeElement.id")).toBe("find");
    for (const letter of "NEEDLE") await page.press(letter);
    await page.press("Enter");
    await until(page, "document.getElementById('found').textContent === '1 of 2'");
    expect(await page.run("document.querySelector('details').open")).toBe(false);
    await page.press("Enter");
    await until(page, "document.getElementById('found').textContent === '2 of 2'");
    expect(await page.run("document.querySelector('details').open")).toBe(true);
    await page.press("Escape");
    await until(page, "document.getElementById('found').textContent === ''");
    await page.run("document.getElementById('close').click()");
    expect(await page.run("document.querySelector('details').open")).toBe(false);
    await page.run("dispatchEvent(new Event('beforeprint'))");
    expect(await page.run("document.querySelector('details').open")).toBe(true);
    await page.run("dispatchEvent(new Event('afterprint'))");
    expect(await page.run("document.querySelector('details').open")).toBe(false);
    expect(page.complaints).toEqual([]);
  });

  test("it is dark where the reader's system is, and light on paper", async () => {
    await using project = await makeProject();
    await project.write("page.html", written(htmlWriter, documentOf(entriesSaying("x"))));
    await using page = await open(project.path("page.html"));
    const ground = () => page.run("getComputedStyle(document.body).backgroundColor");
    const wants = (value: string) =>
      page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    await wants("light");
    expect(await ground()).toBe("rgb(255, 255, 255)");
    await wants("dark");
    expect(await ground()).toBe("rgb(22, 24, 28)");
    await page.send("Emulation.setEmulatedMedia", {
      media: "print",
      features: [{ name: "prefers-color-scheme", value: "dark" }],
    });
    expect(await ground()).toBe("rgb(255, 255, 255)");
  });
});
