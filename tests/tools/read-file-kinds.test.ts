import { describe, expect, test } from "bun:test";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { animatedWebp, gif, jpeg, png, pngBomb } from "../workspace/make-images.ts";
import { pdf } from "../workspace/make-pdf.ts";
import { callTool, contextOf, said } from "./call-tool.ts";

type Input = {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly raw?: boolean;
};

const read = (project: TestProject, input: Input, context = contextOf(project)) =>
  callTool(readFileTool, input, context);
const images = (result: ToolResult) => (result.ok ? (result.images ?? []) : []);

describe("an image", () => {
  test("is handed over with its type and size in words", async () => {
    const file = png(80, 60);
    await using project = await makeProject({ "logo.png": file });
    const context = contextOf(project);
    const result = await read(project, { path: "logo.png" }, context);
    expect(said(result)).toMatch(/^logo\.png: PNG image, 80×60, [\d.]+ (?:bytes|KB)$/);
    expect(images(result)).toEqual([{ mediaType: "image/png", data: file.toString("base64") }]);
    expect(context.reads.get(project.path("logo.png"))).toMatchObject({ whole: false });
  });

  test("is known by its content, whatever its name", async () => {
    await using project = await makeProject({ "a.txt": await jpeg(30, 20), "b.png": "just text\n" });
    expect(said(await read(project, { path: "a.txt" }))).toStartWith("a.txt: JPEG image, 30×20");
    expect(said(await read(project, { path: "b.png" }))).toBe("     1\tjust text");
  });

  test("that is large is shrunk, and that is said", async () => {
    await using project = await makeProject({ "wide.png": png(3000, 200) });
    const result = await read(project, { path: "wide.png" });
    expect(said(result)).toStartWith("wide.png: PNG image, 3000×200");
    expect(said(result)).toEndWith("(shown at 1568×105)");
    expect(images(result)).toHaveLength(1);
  });

  test("that moves is shown as its first picture", async () => {
    await using project = await makeProject({ "a.gif": gif(3) });
    const result = await read(project, { path: "a.gif" });
    expect(said(result)).toEndWith("(animated, its first picture is shown)");
    expect(images(result)).toMatchObject([{ mediaType: "image/png" }]);
  });

  test("of which a part is missing is shown, and that is said", async () => {
    const file = await jpeg(300, 200);
    await using project = await makeProject({
      "whole.jpg": file,
      "half.jpg": file.subarray(0, file.length / 2),
    });
    const half = await read(project, { path: "half.jpg" });
    expect(said(half)).toContain("cut off, a part of the picture is missing");
    expect(images(half)).toHaveLength(1);
    expect(said(await read(project, { path: "whole.jpg" }))).not.toContain("cut off");
  });

  test("that cannot be shown says why, and hands nothing over", async () => {
    const file = png(80, 60);
    await using project = await makeProject({
      "half.png": file.subarray(0, file.length / 2),
      "bomb.png": pngBomb(40_000, 40_000),
      "moves.webp": await animatedWebp(),
    });
    for (const [path, why] of [
      ["half.png", "It is damaged"],
      ["bomb.png", "40000×40000"],
      ["bomb.png", "It has more than 50 megapixels"],
      ["moves.webp", "It is an animated WebP"],
    ] as const) {
      const result = await read(project, { path });
      expect(said(result)).toContain(why);
      expect(images(result)).toEqual([]);
    }
  });
});

describe("a PDF", () => {
  test("is shown as text, each page under its heading, with lines that can be asked for", async () => {
    await using project = await makeProject({ "a.pdf": pdf(["Hello\nworld", "", "End"]) });
    const context = contextOf(project);
    const text = said(await read(project, { path: "a.pdf" }, context));
    expect(text.split("\n").map((line) => line.trimStart())).toEqual([
      "a.pdf: PDF, 3 pages; its text, with lines of its own:",
      "1\t--- page 1 of 3 ---",
      "2\tHello",
      "3\tworld",
      "4\t--- page 2 of 3 ---",
      "5\t(no text)",
      "6\t--- page 3 of 3 ---",
      "7\tEnd",
    ]);
    expect(context.reads.get(project.path("a.pdf"))).toMatchObject({ whole: false });
    expect(said(await read(project, { path: "a.pdf", offset: 2, limit: 2 }))).toContain(
      "     2\tHello\n     3\tworld\n[Shown: lines 2-3 of 7. Read on with offset: 4.]",
    );
    expect(said(await read(project, { path: "a.pdf", offset: 8 }))).toContain("a.pdf has 7 lines");
  });

  test("of many lines stays within the limits of text", async () => {
    const page = Array.from({ length: 100 }, (_, at) => `line ${at} ${"x".repeat(60)}`).join("\n");
    await using project = await makeProject({ "big.pdf": pdf(Array.from({ length: 20 }, () => page)) });
    const text = said(await read(project, { path: "big.pdf" }));
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text).toMatch(/Read on with offset: \d+\.\]$/);
  });

  test.each([
    ["locked.pdf", pdf(["x"], { encrypted: true }), "It needs a password"],
    ["scan.pdf", pdf(["", ""]), "2 pages, and without any text: perhaps it was scanned"],
    ["broken.pdf", Buffer.from("%PDF-1.4\n\0\xff", "latin1"), "damaged PDF"],
  ])("%s says what is wrong with it", async (path, file, words) => {
    await using project = await makeProject({ [path]: file });
    expect(said(await read(project, { path }))).toContain(words);
  });

  test("a text that only begins like one is shown as text", async () => {
    await using project = await makeProject({ "notes.txt": "%PDF-1.4 is a version\nof a format\n" });
    expect(said(await read(project, { path: "notes.txt" }))).toBe(
      "     1\t%PDF-1.4 is a version\n     2\tof a format",
    );
  });
});

describe("a notebook", () => {
  const picture = png(20, 10).toString("base64");
  const notebook = JSON.stringify({
    nbformat: 4,
    cells: [
      { cell_type: "markdown", source: "# Title" },
      {
        cell_type: "code",
        source: ["plot()\n"],
        outputs: [
          { output_type: "display_data", data: { "image/png": picture } },
          { output_type: "display_data", data: { "image/png": "bm8gaW1hZ2U=" } },
        ],
      },
    ],
  });

  test("is shown as cells, with the pictures of its outputs", async () => {
    await using project = await makeProject({ "a.ipynb": notebook });
    const context = contextOf(project);
    const result = await read(project, { path: "a.ipynb" }, context);
    expect(
      said(result)
        .split("\n")
        .map((line) => line.trimStart()),
    ).toEqual([
      'a.ipynb: notebook, 2 cells. The line numbers are of this view; to edit the file, read its JSON with "raw": true.',
      "1\t--- cell 1 · markdown ---",
      "2\t# Title",
      "3\t--- cell 2 · code ---",
      "4\tplot()",
      "5\t--- output of cell 2 ---",
      "6\t[picture 1]",
      "7\t--- output of cell 2 ---",
      "8\t[picture 2]",
      "[Picture 2 is cut off or damaged, so it cannot be shown.]",
    ]);
    expect(images(result)).toEqual([{ mediaType: "image/png", data: picture }]);
    expect(context.reads.get(project.path("a.ipynb"))).toMatchObject({ whole: false });
  });

  test("hands over only the pictures of the lines that are shown", async () => {
    await using project = await makeProject({ "a.ipynb": notebook });
    const result = await read(project, { path: "a.ipynb", limit: 4 });
    expect(said(result)).toContain("[Shown: lines 1-4 of 8. Read on with offset: 5.]");
    expect(images(result)).toEqual([]);
  });

  test("is shown as its JSON when that is asked for, and then it is read as text", async () => {
    await using project = await makeProject({ "a.ipynb": '{\n "cells": []\n}\n' });
    const context = contextOf(project);
    expect(said(await read(project, { path: "a.ipynb" }, context))).toBe(
      "a.ipynb: a notebook without cells.",
    );
    expect(said(await read(project, { path: "a.ipynb", raw: true }, context))).toBe(
      '     1\t{\n     2\t "cells": []\n     3\t}',
    );
    expect(context.reads.get(project.path("a.ipynb"))).toMatchObject({ whole: true });
  });

  test("that is broken is shown as the text that it is", async () => {
    await using project = await makeProject({ "a.ipynb": '{"cells": [\n' });
    expect(said(await read(project, { path: "a.ipynb" }))).toBe(
      '     1\t{"cells": [\n[a.ipynb is no notebook that can be read as cells; this is its text.]',
    );
  });
});

test("an abort while a PDF is read ends the call", async () => {
  await using project = await makeProject({ "a.pdf": pdf(Array.from({ length: 300 }, () => "words")) });
  const abort = new AbortController();
  const call = callTool(readFileTool, { path: "a.pdf" }, contextOf(project), abort.signal);
  abort.abort(new Error("stop"));
  await expect(call).rejects.toThrow("stop");
});
