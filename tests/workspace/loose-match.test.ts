import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { findLoosely } from "../../src/workspace/loose-match.ts";
import { spliceLoosely } from "../../src/workspace/loose-splice.ts";

/** The text with its one loosely found place replaced, or why there is none. */
function edit(text: string, wanted: string, replacement: string): string {
  const result = findLoosely(text, wanted);
  if (result.type !== "found") return result.type;
  const { start, end } = result.place;
  return text.slice(0, start) + spliceLoosely(text, result.place, wanted, replacement) + text.slice(end);
}

const word = fc.constantFrom(
  "alpha",
  "beta",
  "x",
  "“quoted”",
  "it’s",
  "a\u00A0b",
  "n–1",
  "zero\u200Bwidth",
  "é😀",
  "{",
  "}",
);
const lineBody = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const fileLine = fc.record({
  depth: fc.nat({ max: 3 }),
  body: fc.oneof({ weight: 5, arbitrary: lineBody }, { weight: 1, arbitrary: fc.constant("") }),
  trailing: fc.constantFrom("", "", "", "  ", "\t"),
  end: fc.constantFrom("\n", "\n", "\r\n"),
});
const file = fc.array(fileLine, { minLength: 1, maxLength: 12 });

type FileLine = { depth: number; body: string; trailing: string; end: string };
const inFile = ({ depth, body, trailing, end }: FileLine) =>
  (body === "" ? "" : "\t".repeat(depth)) + body + trailing + end;
/** As a model writes it that has seen the line on a page. */
const asSeen = ({ depth, body }: FileLine) =>
  (body === "" ? "" : "    ".repeat(depth)) +
  body
    .replaceAll("\u00A0", " ")
    .replaceAll("\u200B", "")
    .replaceAll(/[“”]/g, '"')
    .replaceAll("’", "'")
    .replaceAll("–", "-");

describe("a passage written as it looks", () => {
  test("is found wherever it stands, and replaced by itself it leaves every character", () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), (lines, first, count) => {
        const from = first % lines.length;
        const picked = lines.slice(from, from + 1 + (count % 4));
        fc.pre(picked.some(({ body }) => body !== ""));
        const text = lines.map(inFile).join("");
        const wanted = picked.map(asSeen).join("\n");
        const result = findLoosely(text, wanted);
        expect(result.type).not.toBe("not_found");
        if (result.type !== "found") return;
        const { place } = result;
        expect(spliceLoosely(text, place, wanted, wanted)).toBe(text.slice(place.start, place.end));
      }),
      { numRuns: 2_000 },
    );
  });

  test("keeps its lines as they are when one is put between them", () => {
    fc.assert(
      fc.property(file, fc.nat(), (lines, first) => {
        const from = first % lines.length;
        const [one, two] = lines.slice(from, from + 2);
        fc.pre(one !== undefined && two !== undefined && one.body !== "" && two.body !== "");
        if (one === undefined || two === undefined) return;
        const text = lines.map(inFile).join("");
        const edited = edit(
          text,
          `${asSeen(one)}\n${asSeen(two)}`,
          `${asSeen(one)}\nBETWEEN\n${asSeen(two)}`,
        );
        if (edited === "unclear") return;
        const at = edited.indexOf("BETWEEN");
        const lineStart = edited.lastIndexOf("\n", at) + 1;
        const lineEnd = edited.indexOf("\n", at) + 1;
        expect(edited.slice(0, lineStart) + edited.slice(lineEnd)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("line ends", () => {
  test("of any kind stand for each other, and each line keeps its own", () => {
    expect(edit("a\r\nb\nc\r\n", "a\nb\nc", "a\nB\nc")).toBe("a\r\nB\nc\r\n");
    expect(edit("a\rb\rc\r", "b\nc", "b\nc\nd")).toBe("a\rb\rc\rd\r");
  });

  test("a last one that the file does not have is not put there", () => {
    expect(edit("x\nfoo()", "foo()\n", "bar()\n")).toBe("x\nbar()");
  });
});

describe("blanks at line ends", () => {
  test("need not be named, and stay", () => {
    expect(edit("a  \nb\t\nc\n", "a\nb\nc", "a\nB\nc")).toBe("a  \nB\t\nc\n");
  });

  test("that the file does not have match its line ends only", () => {
    expect(edit("say foo\n", "foo  ", "bar")).toBe("say bar\n");
    expect(edit("foobar\n", "foo  ", "x")).toBe("not_found");
  });
});

describe("characters that look alike", () => {
  test("in what does not change stay as they are", () => {
    expect(edit("list in\u00A0current “q”\n", "list in current", "list in next")).toBe(
      "list in\u00A0next “q”\n",
    );
    expect(edit("it’s a\u200Bbc — yes\n", "it's abc - yes", "it's abc - no")).toBe("it’s a\u200Bbc — no\n");
  });

  test("six characters that name a character are six characters", () => {
    expect(edit("a\u00A0b\n", String.raw`a\u00A0b`, "x")).toBe("not_found");
  });
});

describe("indentation", () => {
  const go = "func f() {\t// c\n\tif x {\n\t\ty()\n\t}\n}\n";

  test("with blanks finds tabs, and new lines get tabs", () => {
    const wanted = "    if x {\n        y()";
    const replacement = "    if x {\n        z()\n        if q {\n            r()\n        }";
    expect(edit(go, wanted, replacement)).toBe(
      "func f() {\t// c\n\tif x {\n\t\tz()\n\t\tif q {\n\t\t\tr()\n\t\t}\n\t}\n}\n",
    );
  });

  test("may be left out before the first line", () => {
    const expected = go.replace("y()", "z()").replace("\t}\n", "\t}\n\tw()\n");
    expect(edit(go, "if x {\n        y()\n    }", "if x {\n        z()\n    }\n    w()")).toBe(expected);
    expect(edit(go, "if x {\n    y()\n}", "if x {\n    z()\n}\nw()")).toBe(expected);
  });

  test("that is shifted by the same amount is shifted back", () => {
    const text = "class A:\n        def f(self):\n            return 1\n";
    const wanted = "    def f(self):\n        return 1";
    expect(edit(text, wanted, `${wanted}\n\n    def g(self):\n        if 1:\n            pass`)).toBe(
      `${text}\n        def g(self):\n            if 1:\n                pass\n`,
    );
  });

  test("of another structure is another text", () => {
    expect(edit("if a:\n    b()\n    c()\n", "if a:\n    b()\nc()", "x")).toBe("not_found");
  });

  test("with tabs finds blanks", () => {
    expect(edit("if x {\n    y();\n}\n", "if x {\n\ty();", "if x {\n\tz();\n\tw();")).toBe(
      "if x {\n    z();\n    w();\n}\n",
    );
  });

  test("tabs within a line stand for blanks, blanks not for other blanks", () => {
    expect(edit("x\t=\t1\n", "x   = 1", "x   = 2")).toBe("x\t=\t2\n");
    expect(edit('say("a  b")\n', 'say("a b")', "x")).toBe("not_found");
  });
});

describe("one place only", () => {
  test("two places that are alike are none", () => {
    const result = findLoosely("\tfoo()\n\t\tfoo()\n", "    foo()");
    expect(result.type).toBe("unclear");
    expect(result.type === "unclear" && result.places).toHaveLength(2);
  });

  test("a more careful reading wins over a looser one", () => {
    expect(edit("a b\t\nx\na\u00A0b\nx\n", "a b\nx", "a b\ny")).toBe("a b\t\ny\na\u00A0b\nx\n");
  });

  test("nothing but blanks is never looked for loosely", () => {
    expect(findLoosely("a\n\t\nb", "  \n").type).toBe("not_found");
  });
});
