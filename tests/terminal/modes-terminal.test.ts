/** Reading and restoring in a real pseudo-terminal: `modes-program.ts` prints what it gets and does what it is told. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AT_REST } from "../support/emulator.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";

// A start of the program on a busy machine; what is waited for has its own, shorter deadline.
setDefaultTimeout(30_000);

const program = join(import.meta.dir, "modes-program.ts");
const folders: string[] = [];

/** A file that is not there yet: the program waits for it where the test must be first. */
function gate(): string {
  const folder = mkdtempSync(join(tmpdir(), "rein-modes-"));
  folders.push(folder);
  return join(folder, "gate");
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(options: { kittyKeyboard?: boolean; gate?: string } = {}): Promise<TestTerminal> {
  const { kittyKeyboard = false, gate: file = "" } = options;
  const terminal = launch({ command: process.execPath, args: [program], kittyKeyboard, env: { GATE: file } });
  await terminal.ready();
  await terminal.waitFor("[reply(device-attributes)]");
  return terminal;
}

describe("whatever the way out, the terminal is as it was", () => {
  const ways: Record<string, { go: (terminal: TestTerminal) => void; code: number; says: string }> = {
    "process.exit": { go: (terminal) => terminal.type("x"), code: 7, says: "before exit" },
    "an error that nobody caught": {
      go: (terminal) => terminal.type("t"),
      code: 70,
      says: "thrown on purpose",
    },
    "a rejection that nobody caught": {
      go: (terminal) => terminal.type("r"),
      code: 70,
      says: "rejected on purpose",
    },
    SIGTERM: { go: (terminal) => terminal.signal("SIGTERM"), code: 143, says: "before signal" },
    SIGINT: { go: (terminal) => terminal.signal("SIGINT"), code: 130, says: "before signal" },
    SIGHUP: { go: (terminal) => terminal.signal("SIGHUP"), code: 129, says: "before signal" },
    SIGQUIT: { go: (terminal) => terminal.signal("SIGQUIT"), code: 131, says: "before signal" },
  };
  for (const [way, { go, code, says }] of Object.entries(ways)) {
    test(way, async () => {
      await using terminal = await start({ kittyKeyboard: true });
      expect(terminal.modes()).toMatchObject({ bracketedPaste: true, focusEvents: true, kittyFlags: 5 });
      terminal.type("a");
      await terminal.waitFor(() => terminal.modes().mouse === "vt200");
      expect(terminal.modes()).toMatchObject({ alternateScreen: true, kittyFlags: 5 });

      go(terminal);
      expect(await terminal.waitForExit()).toBe(code);
      expect(terminal.modes()).toEqual(AT_REST);
      expect(terminal.isRaw()).toBe(false);
      expect(terminal.raw()).toContain(says);
    });
  }

  test("a terminal that is taken away ends the program", async () => {
    await using terminal = await start();
    terminal.hangUp();
    // 129 by the end of stdin or by SIGHUP, whichever is told first.
    expect(await terminal.waitForExit()).toBe(129);
  });
});

describe("keys in a real terminal", () => {
  test("an arrow in two writes is an arrow, and a character in two writes is one character", async () => {
    await using terminal = await start();
    terminal.bytes("\x1b");
    terminal.bytes("[A");
    await terminal.waitFor("[up]");
    const character = Buffer.from("讯");
    terminal.bytes(character.subarray(0, 1));
    terminal.bytes(character.subarray(1));
    await terminal.waitFor('[text("讯")]');
    expect(terminal.raw()).not.toContain("escape");
    expect(terminal.raw()).not.toContain("\ufffd");
  });

  test("an arrow cut by a read stays one while the program is busy for longer than the wait for ESC", async () => {
    const file = gate();
    await using terminal = await start({ gate: file });
    // The program holds the ESC, then blocks on the letter; the rest of the arrow is there before it goes on.
    terminal.bytes("b\x1b");
    await terminal.waitFor("blocked");
    terminal.bytes("[A");
    writeFileSync(file, "");
    await terminal.waitFor("[up]");
    expect(terminal.raw()).not.toContain("escape");
  });

  test("a lone ESC is told without a further key", async () => {
    await using terminal = await start();
    terminal.bytes("\x1b");
    await terminal.waitFor("[escape]");
  });

  test("keys typed before the program reads are kept, in order", async () => {
    const file = gate();
    await using terminal = launch({
      command: process.execPath,
      args: [program, "early"],
      env: { GATE: file },
    });
    await terminal.waitFor("asleep");
    terminal.bytes("hel");
    terminal.bytes("lo");
    writeFileSync(file, "");
    await terminal.waitFor('[text("hello")]');
  });

  test("a paste keeps to itself", async () => {
    await using terminal = await start();
    terminal.paste("x\nt\nq");
    await terminal.waitFor(String.raw`[paste("x\nt\nq")]`);
  });
});

describe("giving the terminal to a child", () => {
  test("the child gets every key, and afterwards we do", async () => {
    await using terminal = await start({ kittyKeyboard: true });
    terminal.type("e");
    await terminal.waitFor("editing");
    expect(terminal.modes()).toEqual(AT_REST);
    for (const letter of "abcdefghijklmnopqrst") terminal.bytes(letter);
    await terminal.waitFor("editor(abcdefghijklmnopqrst)");
    await terminal.waitFor("back");
    await terminal.ready();
    terminal.type("k");
    await terminal.waitFor('[text("k")]');
    expect(terminal.modes()).toMatchObject({ bracketedPaste: true, kittyFlags: 5 });
  });
});

describe("Ctrl+C in a child", () => {
  test("ends the child and not us", async () => {
    await using terminal = await start();
    terminal.type("p");
    await terminal.waitFor("paging");
    terminal.bytes("\x03");
    await terminal.waitFor("back");
    terminal.type("k");
    await terminal.waitFor('[text("k")]');
  });
});

describe("Ctrl+Z", () => {
  test("leaves a normal shell, and fg brings everything back", async () => {
    await using terminal = launch({
      command: "bash",
      args: ["--norc", "--noprofile", "-i"],
      env: { PS1: "shell> " },
      cols: 200,
      kittyKeyboard: true,
    });
    await terminal.waitFor("shell>");
    terminal.bytes(`${process.execPath} ${program}\r`);
    await terminal.waitFor("[reply(device-attributes)]");
    terminal.type("z");
    await terminal.waitFor(/Stopped[^]*\nshell>\s*$/);
    expect(terminal.modes()).toMatchObject({ kittyFlags: 0, focusEvents: false });

    terminal.bytes("echo $((40 + 2))\r");
    await terminal.waitFor(/^42$/m);
    terminal.bytes("fg\r");
    await terminal.waitFor("repainted");
    expect(terminal.modes()).toMatchObject({ kittyFlags: 5, focusEvents: true });
    terminal.type("k");
    await terminal.waitFor('[text("k")]');
  });

  test("without a shell to go back to goes on", async () => {
    await using terminal = await start();
    terminal.type("z");
    await terminal.waitFor("repainted");
    terminal.type("k");
    await terminal.waitFor('[text("k")]');
  });
});
