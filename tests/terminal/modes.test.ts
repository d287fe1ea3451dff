import { describe, expect, test } from "bun:test";
import { createModes, type Modes } from "../../src/terminal/modes.ts";
import { installExitRestoration, type ExitReason } from "../../src/terminal/modes/exit-restoration.ts";
import { createSuspension } from "../../src/terminal/modes/suspend.ts";
import { writeNow } from "../../src/terminal/modes/write-now.ts";
import { EventEmitter } from "node:events";

const pasteOn = "\x1b[?2004h";
const questions = "\x1b[?u\x1b[c";
const kittyAnswer = { kind: "keyboard-flags", flags: 0 } as const;
const attributes = { kind: "device-attributes", level: 1, params: [62] } as const;

/** Modes with what they have written since the last look. */
function setUp(options: { focus?: boolean } = {}): {
  modes: Modes;
  written: () => string;
  last: () => string;
  clock: { ms: number };
} {
  let text = "";
  let final = "";
  const clock = { ms: 0 };
  const modes = createModes({
    write: (more) => {
      text += more;
    },
    writeNow: (more) => {
      final += more;
    },
    now: () => clock.ms,
    ...options,
  });
  const written = (): string => {
    const all = text;
    text = "";
    return all;
  };
  return { modes, written, last: () => final, clock };
}

describe("switching on", () => {
  test("asks about the keyboard, and pushes its protocol only when the terminal knows it", () => {
    const { modes, written } = setUp();
    modes.enter();
    expect(written()).toBe(pasteOn + questions);
    expect(modes.keyboard).toBe("unknown");
    modes.receive(kittyAnswer);
    modes.receive(attributes);
    expect(written()).toBe("\x1b[>5u");
    expect(modes.keyboard).toBe("kitty");
  });

  test("a terminal that answers only the last question has the old keyboard", () => {
    const { modes, written } = setUp();
    modes.enter();
    written();
    modes.receive(attributes);
    expect(written()).toBe("");
    expect(modes.keyboard).toBe("legacy");
  });

  test("an answer is due until it came, or for two seconds", () => {
    const { modes, clock } = setUp();
    expect(modes.replyDue).toBe(false);
    modes.enter();
    expect(modes.replyDue).toBe(true);
    clock.ms = 2500;
    expect(modes.replyDue).toBe(false);
    clock.ms = 100;
    modes.receive(attributes);
    expect(modes.replyDue).toBe(false);
  });

  test("the alternate screen has its own keyboard and the mouse, and leaves both behind", () => {
    const { modes, written } = setUp();
    modes.enter();
    modes.receive(kittyAnswer);
    written();
    modes.enterAlternateScreen({ mouse: true });
    expect(written()).toBe("\x1b[?1049h\x1b[>5u\x1b[?1000h\x1b[?1006h");
    modes.leaveAlternateScreen();
    expect(written()).toBe("\x1b[?1006l\x1b[?1000l\x1b[<u\x1b[?1049l");
  });
});

test("where the alternate screen is there before the terminal tells of its keyboard, it stays", () => {
  const { modes, written, last } = setUp();
  modes.enter();
  modes.enterAlternateScreen({ mouse: true, drag: true });
  written();
  modes.receive(kittyAnswer);
  expect(written()).not.toContain("1049");
  modes.release();
  written();
  modes.retake();
  expect(written()).toEndWith("\x1b[>5u\x1b[?1049h\x1b[>5u\x1b[?1000h\x1b[?1006h\x1b[?1002h");
  modes.restore();
  expect(last()).toContain("\x1b[?1002l\x1b[?1006l\x1b[?1000l\x1b[<u\x1b[?1049l\x1b[<u");
});

describe("restoring", () => {
  test("undoes what is on, in reverse, once", () => {
    const { modes, last } = setUp({ focus: true });
    modes.enter();
    modes.receive(kittyAnswer);
    modes.enterAlternateScreen({ mouse: true });
    modes.restore();
    modes.restore();
    expect(last()).toBe(
      "\x1b[?2026l\x1b[?1004l\x1b[?1006l\x1b[?1000l\x1b[<u\x1b[?1049l\x1b[<u\x1b[?2004l\x1b[0m\x1b[?25h",
    );
  });

  test("writes nothing when nothing was switched on", () => {
    const { modes, written, last } = setUp();
    modes.restore();
    expect(written() + last()).toBe("");
  });

  test("is final: an answer that comes after it switches nothing on", () => {
    const { modes, written } = setUp();
    modes.enter();
    written();
    modes.restore();
    modes.receive(kittyAnswer);
    modes.enterAlternateScreen({ mouse: true });
    modes.retake();
    expect(written()).toBe("");
  });

  test("a release for a child is taken back as it was, with what the terminal said meanwhile", () => {
    const { modes, written, last } = setUp();
    modes.enter();
    written();
    modes.release();
    expect(written()).toBe("\x1b[?2026l\x1b[?2004l\x1b[0m\x1b[?25h");
    modes.receive(kittyAnswer);
    expect(written()).toBe("");
    modes.retake();
    expect(written()).toBe(`${pasteOn}\x1b[>5u`);
    modes.release();
    modes.restore();
    expect(last()).toBe("");
  });
});

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe("writing at the last moment", () => {
  test("waits for a terminal that is busy and goes on where it stopped", () => {
    const got: string[] = [];
    let busy = 2;
    const write = writeNow(
      1,
      (bytes) => {
        busy -= 1;
        if (busy >= 0) throw failure("EAGAIN");
        got.push(Buffer.from(bytes.subarray(0, 3)).toString());
        return Math.min(3, bytes.length);
      },
      () => {},
    );
    write("abcdefgh");
    expect(got).toEqual(["abc", "def", "gh"]);
  });

  test("gives up on one that stays busy, and on one that is gone", () => {
    for (const code of ["EAGAIN", "EIO", "EPIPE", "EBADF"]) {
      const write = writeNow(
        1,
        () => {
          throw failure(code);
        },
        () => {},
      );
      expect(() => write("x")).not.toThrow();
    }
  });
});

/** A process that does not end when told to. */
class FakeProcess extends EventEmitter {
  readonly did: string[] = [];
  exit(code: number): void {
    this.did.push(`exit ${code}`);
    this.emit("exit", code);
  }
  kill(pid: number, signal: string): void {
    this.did.push(`kill ${pid} ${signal}`);
  }
}

function leave(how: (host: FakeProcess) => void): string[] {
  const host = new FakeProcess();
  installExitRestoration(host, {
    restore: () => void host.did.push("restore"),
    beforeExit: [
      (reason: ExitReason) => void host.did.push(`before ${reason.type}`),
      () => {
        throw new Error("hook failed");
      },
      () => void host.did.push("second hook"),
    ],
    describe: (error) => (error instanceof Error ? error.message : String(error)),
    conceal: (text) => text.replaceAll("hunter2", "[hidden]"),
    report: (text) => void host.did.push(`report ${text.trimEnd()}`),
  });
  how(host);
  return host.did;
}

describe("every way out", () => {
  const after = ["second hook", "restore"];

  test("a signal runs the hooks, restores and exits with 128 + n", () => {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
      ["SIGQUIT", 131],
    ] as const) {
      const did = leave((host) => host.emit(signal));
      expect(did).toEqual(["before signal", ...after, "report hook failed", `exit ${code}`]);
    }
  });

  test("an error that nobody caught is told after the terminal is back", () => {
    for (const event of ["uncaughtException", "unhandledRejection"]) {
      const did = leave((host) => host.emit(event, new Error("boom\x1b[2J")));
      expect(did).toEqual(["before error", ...after, "report boom[2J", "report hook failed", "exit 70"]);
    }
  });

  test("what is told of an error has no secret in it", () => {
    const did = leave((host) => host.emit("uncaughtException", new Error("cannot send hunter2")));
    expect(did).toContain("report cannot send [hidden]");
  });

  test("a normal exit restores, too", () => {
    expect(leave((host) => host.exit(0))).toEqual(["exit 0", "before exit", ...after, "report hook failed"]);
  });

  test("a second signal on the way out only ends it", () => {
    const did = leave((host) => {
      host.emit("SIGTERM");
      host.emit("SIGHUP");
    });
    expect(did.filter((line) => line === "restore").length).toBe(1);
    expect(did.at(-1)).toBe("exit 129");
  });

  test("while a child has the terminal, Ctrl+C is the child's; SIGTERM is still ours", () => {
    const host = new FakeProcess();
    installExitRestoration(host, { restore: () => void host.did.push("restore"), isLent: () => true });
    host.emit("SIGINT");
    host.emit("SIGQUIT");
    expect(host.did).toEqual([]);
    host.emit("SIGTERM");
    expect(host.did).toEqual(["restore", "exit 143"]);
  });

  test("the handlers can be taken off", () => {
    const host = new FakeProcess();
    installExitRestoration(host, { restore: () => {} })();
    expect(host.eventNames()).toEqual([]);
  });
});

function setUpSuspension(): { host: FakeProcess; pass: () => void; suspend: () => void } {
  const host = new FakeProcess();
  let timer: (() => void) | undefined;
  const suspension = createSuspension(host, {
    timers: {
      after(_ms, callback) {
        timer = callback;
        return () => {
          timer = undefined;
        };
      },
    },
    release: () => void host.did.push("release"),
    retake: () => void host.did.push("retake"),
    repaint: () => void host.did.push("repaint"),
  });
  const pass = (): void => {
    while (timer !== undefined) {
      const due = timer;
      timer = undefined;
      due();
    }
  };
  return { host, pass, suspend: () => suspension.suspend() };
}

describe("suspending", () => {
  test("gives the terminal back before it stops the group, and takes it when continued", () => {
    const { host, pass, suspend } = setUpSuspension();
    suspend();
    expect(host.did).toEqual(["release", "kill 0 SIGTSTP"]);
    host.emit("SIGCONT");
    pass();
    expect(host.did.slice(2)).toEqual(["retake", "repaint"]);
  });

  test("comes back by itself where no shell could continue it", () => {
    const { host, pass, suspend } = setUpSuspension();
    suspend();
    pass();
    expect(host.did.slice(2)).toEqual(["retake", "repaint"]);
  });

  test("after a stop by somebody else the modes are set anew", () => {
    const { host } = setUpSuspension();
    host.emit("SIGCONT");
    expect(host.did).toEqual(["release", "retake", "repaint"]);
  });
});
