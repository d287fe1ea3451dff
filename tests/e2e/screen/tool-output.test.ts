/** Panels of running calls: bounded while they run, whatever their programs write, and printed once when they end. */
import { expect, test } from "bun:test";
import { call, text } from "../../support/model-server.ts";
import { countInLines } from "../../support/screen-rules.ts";
import { answered, asked, begin, send } from "../start.ts";
import { expectGoodManners, expectOneLivePart, liveRows } from "./watch.ts";

const AUTO = { args: ["--permission-mode", "auto", "--sandbox", "none"] };

/** Goes on until the test writes the file `go`. */
const wait = "while [ ! -e go ]; do sleep 0.02; done";

test("450 lines in a low window: the last ones, how many are hidden, and never the whole window", async () => {
  const command = `seq -f 'line %.0f of the output' 1 450; ${wait}; echo finished`;
  await using story = await begin([[call("bash", { command })], [text("That was it.")]], {
    cols: 60,
    rows: 14,
    ...AUTO,
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await terminal.waitFor("line 450 of the output");
  const live = liveRows(terminal, "◐ bash");
  expect(live.length).toBeLessThan(14);
  expect(live.slice(1, 6)).toEqual([
    "  ⎿ … 446 more lines",
    "    line 447 of the output",
    "    line 448 of the output",
    "    line 449 of the output",
    "    line 450 of the output",
  ]);
  expect(live.join("\n")).toMatch(/running bash · step 1 · \d+s · (↑\S+ ↓\S+ · )?esc to stop/);
  await project.write("go", "");
  await answered(terminal, "That was it.");
  const all = terminal.scrollback();
  expect(countInLines(all, "● bash")).toBe(1);
  expect(countInLines(all, "◐ bash")).toBe(0);
  expect(countInLines(all, "line 450 of")).toBe(0);
  expect(countInLines(all, "finished · … 451 lines (ctrl+o)")).toBe(1);
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("more calls than fit: those at work, and how many more there are; each is printed once", async () => {
  const numbers = Array.from({ length: 16 }, (_, index) => index + 1);
  const calls = numbers.map((number) =>
    call("bash", { command: number === 1 ? wait : `echo out ${number}` }),
  );
  await using story = await begin([[text("I run them all."), ...calls], [text("All done.")]], {
    cols: 60,
    rows: 14,
    ...AUTO,
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await terminal.waitFor(/running bash/);
  const live = liveRows(terminal, "◐ bash");
  expect(live.length).toBeLessThan(14);
  const [, hidden] = /… (\d+) more calls/.exec(live.join("\n")) ?? [];
  expect(live.filter((line) => /^[◐◌] bash/.test(line)).length + Number(hidden)).toBe(16);
  await project.write("go", "");
  await answered(terminal, "All done.");
  const all = terminal.scrollback();
  expect(countInLines(all, "● bash")).toBe(16);
  for (const number of numbers.slice(1))
    expect(all.filter((line) => line.endsWith(`⎿ out ${number}`))).toHaveLength(1);
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("progress bars, cursor movement and a clear in a program's output do not touch the screen", async () => {
  const command = `printf 'start\\r 10%%\\r 50%%\\r100%%\\n'; printf '\\033[2J\\033[3J\\033[Hhome\\033[5A\\033[Kup\\n'; printf '\\033[31mred\\033[0m\\n'; ${wait}`;
  await using story = await begin([[call("bash", { command })], [text("That was it.")]], AUTO);
  const { terminal, project } = story;
  await send(terminal, "go");
  await terminal.waitFor(() => liveRows(terminal, "◐ bash").includes("    red"), { what: "the output" });
  const live = liveRows(terminal, "◐ bash");
  expect(live[1]).toBe("  ⎿ 100%");
  expect(live[2]).toContain("up");
  await project.write("go", "");
  await answered(terminal, "That was it.");
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("a line of 500,000 characters is cut to the window", async () => {
  const command = `head -c 100000 /dev/zero | sed 's/\\x00/xxxx /g'; ${wait}`;
  await using story = await begin([[call("bash", { command })], [text("That was it.")]], AUTO);
  const { terminal, project } = story;
  await send(terminal, "go");
  // /dev/zero lies outside the project.
  await asked(terminal);
  terminal.press("1");
  await terminal.waitFor(/(xxxx ){10,}x*…/);
  expect(liveRows(terminal, "◐ bash").filter((line) => line.includes("xxxx xxxx"))).toHaveLength(1);
  await project.write("go", "");
  await answered(terminal, "That was it.");
  expectGoodManners(terminal);
});

test("at 20×6 a running command still shows what it does and how to write on", async () => {
  await using story = await begin([[call("bash", { command: `echo hello; ${wait}` })], [text("Done.")]], {
    cols: 20,
    rows: 6,
    ...AUTO,
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await terminal.waitFor("running bash");
  terminal.type("next");
  await terminal.waitFor("> next");
  expect(liveRows(terminal, "◐ bash").length).toBeLessThan(6);
  await project.write("go", "");
  await answered(terminal, "Done.");
  expectGoodManners(terminal);
});
