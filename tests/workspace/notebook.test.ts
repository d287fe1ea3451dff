import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { notebookLimits, readNotebook } from "../../src/workspace/notebook.ts";

const notebook = (...cells: unknown[]) =>
  JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
const code = (source: unknown, ...outputs: unknown[]) => ({
  cell_type: "code",
  source,
  outputs,
  metadata: {},
});
const textOf = (...cells: unknown[]) => readNotebook(notebook(...cells))?.text;

describe("a notebook as text", () => {
  test("numbers its cells and says what each is", () => {
    expect(textOf({ cell_type: "markdown", source: ["# Title\n", "words"] }, code("x = 1\nx\n"))).toBe(
      "--- cell 1 · markdown ---\n# Title\nwords\n--- cell 2 · code ---\nx = 1\nx\n",
    );
  });

  test("shows what a cell printed, gave back and failed with, without colours", () => {
    const shown = textOf(
      code(
        "f()",
        { output_type: "stream", name: "stdout", text: ["one\n", "two\n"] },
        { output_type: "execute_result", data: { "text/plain": ["42"], "text/html": "<b>42</b>" } },
        {
          output_type: "error",
          ename: "ValueError",
          evalue: "no",
          traceback: ["\u001b[31mTraceback\u001b[0m"],
        },
      ),
    );
    expect(shown).toBe(
      "--- cell 1 · code ---\nf()\n" +
        "--- output of cell 1 ---\none\ntwo\n" +
        "--- output of cell 1 ---\n42\n" +
        "--- output of cell 1 ---\nValueError: no\nTraceback\n",
    );
  });

  test("bounds an output and says how much is missing", () => {
    const shown = textOf(code("f()", { output_type: "stream", text: "x\n".repeat(5_000) }));
    expect(shown?.split("\n").filter((line) => line === "x")).toHaveLength(notebookLimits.outputLines);
    expect(shown).toContain("more characters of this output");
  });

  test("an output of megabytes is looked at hardly further than it is shown", () => {
    // Whoever looks for line ends at the end of this from every line end on does not come to an end.
    const text = `${"\n".repeat(50_000)}x`.repeat(200);
    const shown = textOf(code("f()", { output_type: "stream", text }));
    expect(shown).toContain(`${text.length - notebookLimits.outputLines + 1} more characters of this output`);
  });

  test("names pictures where they stand, a few of them", () => {
    const picture = {
      output_type: "display_data",
      data: { "image/png": "iVBO\nRw0K", "text/plain": "<Figure>" },
    };
    const read = readNotebook(notebook(code("plot()", ...Array.from({ length: 6 }, () => picture))));
    expect(read?.images).toEqual(Array.from({ length: notebookLimits.images }, () => "iVBORw0K"));
    expect(read?.text).toContain("<Figure>\n[picture 1]\n");
    expect(read?.text).toContain("[picture 4]\n");
    expect(read?.text).not.toContain("[picture 5]");
    expect(read?.text.match(/a picture, not shown/g)).toHaveLength(2);
  });

  test("names what it cannot show", () => {
    expect(textOf(code("a", { output_type: "display_data", data: { "application/json": {} } }))).toContain(
      "[an output of type application/json, not shown]",
    );
    expect(textOf(code("a", { output_type: "update" }, 7))).toContain("[an output of an unknown kind]");
  });
});

test.each(["", "{", "[]", "{}", '{"cells":7}', '{"cells":[{"cell_type":"code"}]}'])(
  "%p is no notebook",
  (json) => {
    expect(readNotebook(json)).toBeNull();
  },
);

test("no JSON makes it fail", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (outputs, source) => {
      const read = readNotebook(notebook({ cell_type: "code", source, outputs }));
      if (read !== null) expect(read.text).toEndWith("\n");
    }),
  );
});
