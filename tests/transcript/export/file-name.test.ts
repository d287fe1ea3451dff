import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { exportFileName, formatOfName } from "../../../src/transcript/export/file-name.ts";

test.each([
  ["Fix the parser, please!", "2026-01-02-fix-the-parser-please.md"],
  ["修复解析器", "2026-01-02-修复解析器.md"],
  ["../../etc/passwd", "2026-01-02-etc-passwd.md"],
  ["…", "2026-01-02.md"],
  [`${"word ".repeat(9)}antidisestablishment`, "2026-01-02-word-word-word-word-word-word-word-word-word.md"],
])("a session about %j is exported to %s", (title, name) => {
  expect(exportFileName("2026-01-02T03:04:05.000Z", title, "md")).toBe(name);
});

test("whatever a session is about, its file is one in the folder, neither hidden nor too long", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (at, title) => {
      const name = exportFileName(at, title, "html");
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.html$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(255);
    }),
  );
});

test("the name of a file says which form it is to have", () => {
  expect(["a.md", "a.HTML", "b.htm", "x.json", "notes.txt", "folder"].map(formatOfName)).toEqual([
    ...(["md", "html", "html", "json", null, null] as const),
  ]);
});
