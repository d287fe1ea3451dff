/** The beginning of the file that is chosen behind `@`. */
import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FilePreview, previewOf, previewRows } from "../../src/hosts/repl/composer/file-preview.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { isInside } from "../../src/workspace/paths.ts";

function project(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "rein-preview-")));
  const root = join(folder, "project");
  mkdirSync(root);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const options = {
    root,
    maySee: (path: string) => isInside(root, path) && !path.endsWith("/.env"),
    conceal: (text: string, where: string) => text.replaceAll("hunter2", `«secret in ${where}»`),
  };
  return {
    folder,
    root,
    options,
    of: (name: string) => previewOf(name, options),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe("what stands below the list", () => {
  test("is the first lines of a text, with tabs as blanks and nothing that moves the cursor", async () => {
    using one = project({ "a.ts": "\tlet a = 1;\r\n\u001b[2J\u001b[31mred\u001b[0m\n3\n4\n5\n6\n7\n8\n" });
    expect(await one.of("a.ts")).toEqual(["    let a = 1;", "red", "3", "4", "5", "6"]);
  });

  test("hides secrets, and shows no half of one where the reading ends", async () => {
    const long = `${"x".repeat(50)}\n`.repeat(200);
    using one = project({ "a.txt": `password=hunter2\n${long}`, "cut.txt": `${"y".repeat(8188)}hunter2` });
    expect((await one.of("a.txt"))[0]).toBe("password=«secret in a.txt»");
    expect((await one.of("cut.txt")).join("\n")).toMatch(/^y+$/);
  });

  test("is a word about what is no text", async () => {
    const png = Uint8Array.from([
      ...Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
      ...Buffer.from("000000140000000a0806000000", "hex"),
    ]);
    using one = project({ "x.bin": Uint8Array.from([1, 0, 2, 255]), "x.png": png, empty: "" });
    expect(await one.of("x.bin")).toEqual(["(not a text · 4 bytes)"]);
    expect(await one.of("x.png")).toEqual(["(an image: PNG · 20 × 10 · 29 bytes)"]);
    expect(await one.of("empty")).toEqual(["(empty)"]);
  });

  test("is the names in a folder, folders first, without those that are kept back", async () => {
    using one = project({ "src/z.ts": "", "src/deep/a.ts": "", "src/.env": "A=1", "src/a.ts": "" });
    expect(await one.of("src/")).toEqual(["deep/", "a.ts", "z.ts"]);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`m/${at}`, ""]));
    using other = project(many);
    expect(await other.of("m/")).toEqual(["0", "1", "2", "3", "4", "… 9 entries in all"]);
  });

  test("is nothing of a file that no search shows, nor of one outside that a link leads to", async () => {
    using one = project({ ".env": "KEY=hunter2" });
    writeFileSync(join(one.folder, "outside"), "not yours");
    symlinkSync(join(one.folder, "outside"), join(one.root, "link"));
    for (const name of [".env", "link"]) {
      const lines = await one.of(name);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toStartWith("(not shown");
    }
  });

  test("says so of what is gone or cannot be read, and waits for no FIFO", async () => {
    using one = project({});
    execFileSync("mkfifo", [join(one.root, "pipe")]);
    expect(await one.of("gone.ts")).toEqual(["(it is gone)"]);
    expect(await one.of("pipe")).toEqual(["(it cannot be read)"]);
  });

  test("takes as many rows for each file, and is that of the one chosen last, however the answers come", async () => {
    using one = project({ "a.ts": "aaa", "b.ts": "bbb" });
    let shown = Promise.withResolvers<null>();
    const preview = new FilePreview({ ...one.options, onChange: () => shown.resolve(null) });
    expect(preview.lines("a.ts", 40, plainStyle)).toHaveLength(previewRows);
    expect(preview.lines("b.ts", 40, plainStyle)).toEqual(Array.from({ length: previewRows }, () => "  │"));
    await shown.promise;
    expect(preview.lines("b.ts", 40, plainStyle)[0]).toBe("  │ bbb");
    expect(preview.lines("b.ts", 6, plainStyle)[0]).toBe("  │ b…");
    shown = Promise.withResolvers();
    expect(preview.lines(undefined, 40, plainStyle)).toEqual([]);
    expect(preview.lines("a.ts", 40, plainStyle)[0]).toBe("  │");
    await shown.promise;
    expect(preview.lines("a.ts", 40, plainStyle)[0]).toBe("  │ aaa");
  });
});
