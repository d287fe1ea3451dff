import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { droppedPaths } from "../../src/terminal/dropped-paths.ts";

const linux = { home: "/home/me", isWsl: false };
const paths = (text: string, options = linux) => droppedPaths(text, options);

describe("a paste may be files that were dragged", () => {
  test.each([
    ["a plain path", "/tmp/a.png", ["/tmp/a.png"]],
    ["quoted, with the blank that terminals put behind it", "'/tmp/my pic.png' ", ["/tmp/my pic.png"]],
    ["in double quotes", '"/tmp/my pic.png"', ["/tmp/my pic.png"]],
    ["with backslashes", "/tmp/my\\ pic\\ \\(1\\).png", ["/tmp/my pic (1).png"]],
    ["a quote inside of quotes", "'/tmp/it'\\''s.png'", ["/tmp/it's.png"]],
    ["a URL", "file:///tmp/my%20pic.png", ["/tmp/my pic.png"]],
    ["a URL of this machine", "file://localhost/tmp/%E4%B8%AD.png", ["/tmp/中.png"]],
    ["in the home folder", "~/a.png", ["/home/me/a.png"]],
    ["several", "'/tmp/a b.png' /tmp/c.jpg", ["/tmp/a b.png", "/tmp/c.jpg"]],
    ["one on each line", "file:///a.png\nfile:///b.png\n", ["/a.png", "/b.png"]],
  ])("%s", (_what, text, expected) => {
    expect(paths(text)).toContainEqual(expected);
  });

  test("a path with blanks that nobody quoted may be one path or several", () => {
    expect(paths("/tmp/my pic.png")).toEqual([["/tmp/my pic.png"]]);
    expect(paths("/tmp/a /tmp/b")).toEqual([["/tmp/a /tmp/b"], ["/tmp/a", "/tmp/b"]]);
  });

  test("Windows' paths lead to where Linux on Windows has them, and nowhere else", () => {
    const wsl = { ...linux, isWsl: true };
    expect(paths('"C:\\Users\\me\\my pic.png"', wsl)).toContainEqual(["/mnt/c/Users/me/my pic.png"]);
    expect(paths("D:\\a.png", wsl)).toContainEqual(["/mnt/d/a.png"]);
    expect(paths("D:\\a.png")).toEqual([]);
  });

  test.each([
    "",
    "  ",
    "a.png",
    "look at /tmp/a.png",
    "http://example.com/a.png",
    "file://elsewhere/tmp/a.png",
    "file:///tmp/%ff.png",
    "\0/tmp",
    `/${"x".repeat(20_000)}`,
  ])("%j is text", (text) => {
    expect(paths(text).flat()).not.toContainEqual(expect.stringMatching(/^[^/]/));
    expect(paths(text)).toEqual([]);
  });

  test("whatever the names are, quoting them like a shell finds them again", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1 })
      .map((text) => `/${text.replaceAll(/[\0\n]/g, "_")}`)
      .filter((text) => text.trim() === text);
    const quote = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;
    const escape = (path: string) => path.replaceAll(/[^\p{L}\p{N}/]/gu, (sign) => `\\${sign}`);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean(), (names, quotes) => {
        const pasted = names.map(quotes ? quote : escape).join(" ");
        expect(paths(pasted)).toContainEqual(names);
      }),
    );
  });

  test("anything else that is pasted is read without a fault, and only absolute paths come of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const list of paths(text)) {
          expect(list.length).toBeGreaterThan(0);
          for (const path of list) expect(path.startsWith("/")).toBe(true);
        }
      }),
    );
  });
});
