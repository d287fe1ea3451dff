/** Files in the hands of a model: only what was meant changes, and what cannot be done safely is said. */
import { chmod, lstat, readdir, readlink, stat, symlink } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { makeProject, type TestProject } from "../support/project.ts";
import { makeCalls, type ToolCall } from "./make-calls.ts";

const bytesOf = async (project: TestProject, name: string) =>
  Buffer.from(await Bun.file(project.path(name)).bytes());

const edit = (path: string, old_string: string, new_string: string): ToolCall => [
  "edit_file",
  { path, old_string, new_string },
];

describe("bytes outside the change", () => {
  test("stay as they are in a file that is not UTF-8, or the file stays untouched and that is said", async () => {
    const bytes = Buffer.from([...Buffer.from("x = 1\n"), 0xd6, 0xd0, 0xce, 0xc4, 0x0a, 0xe9]);
    await using project = await makeProject({ "a.php": bytes });
    const { told } = await makeCalls(project, [edit("a.php", "x = 1", "x = 2")]);
    expect(told[0]).toContain("unknown encoding");
    expect(await bytesOf(project, "a.php")).toEqual(bytes);
  });

  test.each([
    ["a byte order mark", "\uFEFFclass A // é\n", "\uFEFFclass B // é\n"],
    ["Windows line ends", "class A\r\n{\r\n}\r\n", "class B\r\n{\r\n}\r\n"],
    [
      "mixed line ends and no end of line at the end",
      "class A\r\none\ntwo\r\nthree",
      "class B\r\none\ntwo\r\nthree",
    ],
    ["tabs and blanks at line ends", "\tclass A \t\n\t\tx  \n", "\tclass B \t\n\t\tx  \n"],
  ])("survive an edit: %s", async (_, before, after) => {
    await using project = await makeProject({ "a.cs": before });
    const { told } = await makeCalls(project, [edit("a.cs", "class A", "class B")]);
    expect(told[0]).toContain("Changed a.cs");
    expect(await bytesOf(project, "a.cs")).toEqual(Buffer.from(after));
  });

  test("survive in UTF-16, which is written back as UTF-16", async () => {
    const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
    await using project = await makeProject({ "a.ini": utf16("name=A\r\nüber=1\r\n") });
    const { told } = await makeCalls(project, [
      ["read_file", { path: "a.ini" }],
      edit("a.ini", "name=A", "name=B 🙂"),
    ]);
    expect(told[0]).toContain("über=1");
    expect(await bytesOf(project, "a.ini")).toEqual(utf16("name=B 🙂\r\nüber=1\r\n"));
  });

  test("a whole file written anew keeps its byte order mark, once", async () => {
    await using project = await makeProject({ "b.cs": "\uFEFFold\r\n" });
    await makeCalls(project, [
      ["read_file", { path: "b.cs" }],
      ["write_file", { path: "b.cs", content: "class C // é\n" }],
    ]);
    expect(await bytesOf(project, "b.cs")).toEqual(Buffer.from("\uFEFFclass C // é\r\n"));
  });
});

test("an edit through a link changes the file behind it; link and rights stay, and nothing is left beside it", async () => {
  await using project = await makeProject({ "real.sh": "a\n" });
  await chmod(project.path("real.sh"), 0o755);
  await symlink("real.sh", project.path("link.sh"));
  await makeCalls(project, [edit("link.sh", "a", "b")]);
  expect((await lstat(project.path("link.sh"))).isSymbolicLink()).toBeTrue();
  expect(await readlink(project.path("link.sh"))).toBe("real.sh");
  expect(await project.read("real.sh")).toBe("b\n");
  expect((await stat(project.path("real.sh"))).mode & 0o777).toBe(0o755);
  expect((await readdir(project.folder)).toSorted()).toEqual(["link.sh", "real.sh"]);
});

test("a write through a link that leads out of the project is not made where nobody can be asked", async () => {
  await using project = await makeProject({ "../home/box/secret.txt": "mine\n" });
  await symlink(`${project.home}/box/secret.txt`, project.path("inside.txt"));
  await symlink(`${project.home}/box/new.txt`, project.path("dangling.txt"));
  const { told } = await makeCalls(project, [
    edit("inside.txt", "mine", "yours"),
    ["write_file", { path: "dangling.txt", content: "x" }],
  ]);
  for (const words of told) expect(words).toContain("Not run");
  expect(await project.read("../home/box/secret.txt")).toBe("mine\n");
  expect(await readdir(`${project.home}/box`)).toEqual(["secret.txt"]);
});

describe("the text to change", () => {
  test("is found with a blank where the file has a no-break space; all else stays", async () => {
    await using project = await makeProject({ "n.md": "the task list in\u00A0current “quoted”\n" });
    const { told } = await makeCalls(project, [
      ["read_file", { path: "n.md" }],
      edit("n.md", "list in current", "list in next"),
    ]);
    expect(told[1]).toContain("Changed n.md");
    expect(await project.read("n.md")).toBe("the task list in\u00A0next “quoted”\n");
  });

  test("is found with blanks where the file has tabs, and tabs are written", async () => {
    const before = "func f() {\t// c\n\tif x {\n\t\ty()\n\t}\n}\n";
    await using project = await makeProject({ "m.go": before });
    const { told } = await makeCalls(project, [
      ["read_file", { path: "m.go" }],
      edit("m.go", "    if x {\n        y()", "    if x {\n        z()"),
    ]);
    expect(told[1]).toMatch(/tabs/);
    expect(await project.read("m.go")).toBe(before.replace("y()", "z()"));
  });

  test("is taken by the letter: a backslash sequence is no character", async () => {
    const line = String.raw`s.replace(/\u00A0/g, ' ')`;
    await using project = await makeProject({ "r.ts": `${line}\n` });
    await makeCalls(project, [edit("r.ts", String.raw`/\u00A0/g`, String.raw`/[\u00A0\t]/g`)]);
    expect(await project.read("r.ts")).toBe(`${line.replace(String.raw`\u00A0`, String.raw`[\u00A0\t]`)}\n`);
  });

  test("may stand in a file that a command has changed elsewhere since it was read", async () => {
    await using project = await makeProject({ "m.py": "x = 1\n" });
    const { told } = await makeCalls(project, [
      ["read_file", { path: "m.py" }],
      ["bash", { command: String.raw`printf '# formatted\n' >> m.py` }],
      edit("m.py", "x = 1", "x = 2"),
    ]);
    expect(told[2]).toContain("Changed m.py");
    expect(await project.read("m.py")).toBe("x = 2\n# formatted\n");
  });

  test("that is gone from a file that changed since it was read is answered with what stands there now", async () => {
    await using project = await makeProject({ "m.py": "one\nx = 1\nthree\n" });
    const { told } = await makeCalls(project, [
      ["read_file", { path: "m.py" }],
      ["bash", { command: "sed -i 's/x = 1/x = 10 # tuned/' m.py" }],
      edit("m.py", "x = 1\nthree", "x = 2\nthree"),
    ]);
    expect(told[2]).toContain("changed since it was read");
    expect(told[2]).toContain("x = 10 # tuned");
    expect(await project.read("m.py")).toBe("one\nx = 10 # tuned\nthree\n");
  });
});

test("several edits of one file in one response are all made, one after the other", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index};\n`);
  await using project = await makeProject({ "a.txt": lines.join("") });
  const calls = lines.map((_, index) => edit("a.txt", `line ${index};`, `LINE ${index};`));
  await makeCalls(project, calls, { together: true });
  expect(await project.read("a.txt")).toBe(lines.join("").replaceAll("line", "LINE"));
});

test("what is too long to be read at once is cut once, and the lines that are told are the lines that are there", async () => {
  const long = Array.from({ length: 1_500 }, (_, index) => `${index + 1}:`.padEnd(200, "x")).join("\n");
  await using project = await makeProject({ "min.js": "y".repeat(2_000_000), "big.txt": `${long}\n` });
  const { told, lastRequest } = await makeCalls(project, [
    ["read_file", { path: "min.js" }],
    ["read_file", { path: "big.txt" }],
  ]);
  const [one = "", many = ""] = told;
  expect(one.length).toBeLessThan(60_000);
  expect(one).toMatch(/2,?000,?000/);
  expect(Buffer.byteLength(many)).toBeLessThan(66_000);
  const shown = [...many.matchAll(/^\s*(\d+)\t(\d+):x/gm)].map((match) => Number(match[1]));
  const [, from, to] = /lines (\d+)[-–](\d+)/.exec(many) ?? [];
  expect([shown.at(0), shown.at(-1)]).toEqual([Number(from), Number(to)]);
  expect(many).toContain(`offset: ${Number(to) + 1}`);
  expect(lastRequest).toContain(JSON.stringify(many.slice(-200)).slice(1, -1));
});

test("a wrong guess at a file that nobody may read does not bring its lines to light", async () => {
  await using project = await makeProject({
    ".env": "KEY=\u201Chunter2\u201D\n",
    "../home/keys.txt": "first = hunter2\nsecond = 2\n",
  });
  const { told, lastRequest } = await makeCalls(project, [
    edit(".env", 'KEY="hunter3"', "x"),
    edit(`${project.home}/keys.txt`, "first = unknown\nsecond = 2", "x"),
  ]);
  expect(told[0]).toContain("does not stand in .env");
  expect(told[1]).toContain("does not stand in");
  expect(lastRequest).not.toContain("hunter2");
});
