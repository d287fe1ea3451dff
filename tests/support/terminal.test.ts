import { expect, setDefaultTimeout, test } from "bun:test";
import { AT_REST } from "./emulator.ts";
import { launch, type LaunchOptions } from "./terminal.ts";

setDefaultTimeout(20_000);

const raw = "process.stdin.setRawMode(true); process.stdin.resume();";
/** Shows each read as JSON on a line of its own, from raw mode. Ends at q. */
const SHOW_KEYS = `${raw}
  process.stdin.on("data", (bytes) => {
    console.log(JSON.stringify(String(bytes)) + "\\r");
    if (String(bytes) === "q") process.exit(0);
  });`;

const script = (code: string, options: Partial<LaunchOptions> = {}) =>
  launch({ command: process.execPath, args: ["-e", code], ...options });

test("shows what a program prints and what is typed", async () => {
  await using terminal = launch({ command: "cat" });
  terminal.type("hello\n");
  await terminal.waitFor("hello\nhello");
  expect(terminal.screen().slice(0, 3)).toEqual(["hello", "hello", ""]);
  expect(terminal.cursor()).toEqual({ x: 0, y: 2 });
  expect(terminal.raw()).toBe("hello\r\nhello\r\n");
  expect(terminal.isRaw()).toBeFalse();
});

test("tells raw mode from line mode, and keys arrive as a terminal sends them", async () => {
  await using terminal = script(SHOW_KEYS);
  await terminal.ready();
  for (const [key, shown] of [
    ["up", String.raw`"\u001b[A"`],
    ["shift+tab", String.raw`"\u001b[Z"`],
    ["ctrl+c", String.raw`"\u0003"`],
  ] as const) {
    terminal.press(key);
    await terminal.waitFor(shown);
  }
  terminal.press("q");
  expect(await terminal.waitForExit()).toBe(0);
});

test("wide characters and emoji of several code points take two columns", async () => {
  await using terminal = launch({ command: "printf", args: ["日本 👩‍👩‍👧‍👦 é e\u0301|"] });
  await terminal.waitFor("|");
  expect(terminal.screen()[0]).toBe("日本 👩‍👩‍👧‍👦 é e\u0301|");
  expect(terminal.cursor()).toEqual({ x: 12, y: 0 });
});

test("the screen is the window, the scrollback is everything", async () => {
  await using terminal = launch({ command: "seq", args: ["1", "100"], rows: 10 });
  await terminal.waitForExit();
  expect(terminal.screen().slice(0, 9)).toEqual(["92", "93", "94", "95", "96", "97", "98", "99", "100"]);
  expect(terminal.scrollback()).toEqual(Array.from({ length: 100 }, (_, i) => String(i + 1)));
});

test("wrapped lines can be joined", async () => {
  const long = "0123456789".repeat(5);
  await using terminal = launch({ command: "echo", args: [long], cols: 20, rows: 6 });
  await terminal.waitForExit();
  expect(terminal.scrollback()).toHaveLength(3);
  expect(terminal.scrollback({ joinWrapped: true })).toEqual([long]);
});

test("a resize reaches the program", async () => {
  const code = `process.on("SIGWINCH", () => console.log(process.stdout.columns + "x" + process.stdout.rows));
    console.log("here"); setInterval(() => {}, 1e6);`;
  await using terminal = script(code);
  await terminal.waitFor("here");
  await terminal.resize(33, 12);
  await terminal.waitFor("33x12");
  expect(terminal.screen()).toHaveLength(12);
});

test("answers what terminals answer", async () => {
  await using terminal = script(`${SHOW_KEYS} process.stdout.write("ab\\x1b[6n");`, { background: "light" });
  await terminal.waitFor(String.raw`\u001b[1;3R`);
  await using other = script(`${SHOW_KEYS} process.stdout.write("\\x1b]11;?\\x07");`, {
    background: "light",
  });
  await other.waitFor("rgb:ffff/ffff/ffff");
});

test("speaks the kitty protocol only when it is told to and asked to", async () => {
  const ask = `${SHOW_KEYS} process.stdout.write("\\x1b[?u\\x1b[>1u\\x1b[?u");`;
  await using kitty = script(ask, { kittyKeyboard: true });
  await kitty.waitFor(String.raw`\u001b[?1u`);
  kitty.press("shift+enter");
  await kitty.waitFor(String.raw`"\u001b[13;2u"`);
  expect(kitty.modes().kittyFlags).toBe(1);

  await using old = script(ask);
  await old.ready();
  old.press("shift+enter");
  await old.waitFor(String.raw`"\r"`);
  expect(old.raw()).not.toContain('?1u"');
});

test("a paste is bracketed if the program wants brackets", async () => {
  await using terminal = script(`${SHOW_KEYS} process.stdout.write("\\x1b[?2004hgo\\r\\n");`);
  await terminal.waitFor("go");
  terminal.paste("a\nb");
  await terminal.waitFor(String.raw`"\u001b[200~a\rb\u001b[201~"`);
});

test("the mouse works when the program has turned it on", async () => {
  await using terminal = script(`${SHOW_KEYS} process.stdout.write("go\\r\\n");`);
  await terminal.waitFor("go");
  expect(() => terminal.mouse("click", 0, 0)).toThrow("not turned the mouse on");
  await using other = script(`${SHOW_KEYS} process.stdout.write("\\x1b[?1000h\\x1b[?1006hgo\\r\\n");`);
  await other.waitFor("go");
  other.mouse("click", 4, 1);
  await other.waitFor("[<0;5;2M");
});

test("sees what a program leaves switched on", async () => {
  await using tidy = launch({
    command: "printf",
    args: [String.raw`\033[?1049h\033[?25l\033[?25h\033[?1049l`],
  });
  await tidy.waitForExit();
  expect(tidy.modes()).toEqual(AT_REST);
  await using untidy = launch({ command: "printf", args: [String.raw`\033[?25l\033[?2004h\033[?1049h`] });
  await untidy.waitForExit();
  expect(untidy.modes()).toEqual({
    ...AT_REST,
    cursorVisible: false,
    bracketedPaste: true,
    alternateScreen: true,
  });
});

test("measures how far the cursor climbs over its own output", async () => {
  await using terminal = launch({ command: "printf", args: [String.raw`a\nb\nc\n\033[2A\033[J\nd\n`] });
  await terminal.waitForExit();
  expect(terminal.emulator.climb).toBe(2);
});

test("keeps what the program copies, its title and its bells", async () => {
  await using terminal = launch({
    command: "printf",
    args: [String.raw`\033]52;c;aMOp\a\033]0;the title\a\a`],
  });
  await terminal.waitForExit();
  const { clipboard, title, bells } = terminal.emulator;
  expect({ clipboard, title, bells }).toEqual({ clipboard: ["hé"], title: "the title", bells: 1 });
});

test("gives the exit code after the last output, and the signal", async () => {
  await using terminal = launch({ command: "sh", args: ["-c", "seq 1 20000; exit 7"] });
  expect(await terminal.waitForExit()).toBe(7);
  expect(terminal.scrollback().at(-1)).toBe("20000");
  await using killed = launch({ command: "cat" });
  killed.signal("SIGTERM");
  expect(await killed.waitForExit()).toBe(143);
  expect([killed.exitCode, killed.signalCode]).toEqual([null, "SIGTERM"]);
});

test("a wait that fails says what it waited for and shows the screen", async () => {
  await using terminal = launch({ command: "cat" });
  terminal.type("on screen\n");
  await terminal.waitFor("on screen\non screen");
  const failure = await failureOf(terminal.waitFor(/never/, { what: "the thing", within: 50 }));
  expect(failure).toMatch(/no the thing within 50 ms \(cat: running.*\n│ on screen/);
  await using ended = launch({ command: "echo", args: ["other text"] });
  expect(await failureOf(ended.waitFor("never"))).toMatch(/ended without never[^]*│ other text/);
});

test("a wait returns what its function found, also if that makes no output", async () => {
  await using terminal = launch({ command: "cat" });
  let looks = 0;
  const found = await terminal.waitFor(() => {
    looks += 1;
    return looks > 3 && { looks };
  });
  expect(found.looks).toBe(4);
});

test("idle is about output after the call, and needs a first output", async () => {
  await using terminal = launch({ command: "sh", args: ["-c", "echo one; sleep 0.15; echo two; cat"] });
  await terminal.idle(500);
  expect(terminal.screen().slice(0, 2)).toEqual(["one", "two"]);
  await using silent = launch({ command: "cat" });
  expect(await failureOf(silent.idle(20, { within: 200 }))).toStartWith(
    "no 20 ms without output within 200 ms",
  );
});

test("the environment of the test does not reach the program", async () => {
  process.env["REIN_TEST_LEAK"] = "leaked";
  await using terminal = launch({ command: "env", env: { GIVEN: "yes" } });
  delete process.env["REIN_TEST_LEAK"];
  await terminal.waitForExit();
  expect(terminal.raw()).not.toContain("leaked");
  expect(terminal.raw()).toContain("GIVEN=yes");
});

test("closing ends the program and what it started, even if they ignore a hang-up", async () => {
  const terminal = launch({ command: "sh", args: ["-c", "trap '' HUP; sleep 1000 & echo pid $!; wait"] });
  const child = await terminal.waitFor(() => /pid (\d+)/.exec(terminal.raw())?.[1]);
  await terminal.close();
  expect(terminal.signalCode).toBe("SIGKILL");
  expect(isAlive(Number(child))).toBeFalse();
});

async function failureOf(waiting: Promise<unknown>): Promise<string> {
  try {
    await waiting;
    return "it did not fail";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isAlive(pid: number): boolean {
  const { stdout } = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)]);
  const state = stdout.toString().trim();
  return state !== "" && !state.startsWith("Z");
}
