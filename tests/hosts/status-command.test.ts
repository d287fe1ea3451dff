/** A status line of the user's own: parts in an order, and a command that is asked no more often than it may be. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStatusCommand } from "../../src/hosts/repl/status/status-command.ts";
import { type Status, statusLine } from "../../src/hosts/repl/status/status.ts";
import { plainStyle } from "../../src/terminal/style.ts";

const status: Status = {
  mode: "ask",
  model: "openai/gpt-5",
  usage: undefined,
  contextWindow: 200_000,
  cost: "$0.14",
  gitBranch: "main",
  jobs: "",
};

describe("parts in an order", () => {
  const at = (change: Partial<Status>, columns = 100) =>
    statusLine({ ...status, ...change }, columns, plainStyle, ["cost", "branch", "mode"]);

  test("are those that were named", () => {
    expect(at({})).toBe("  $0.14 · main · ask ⇧⇥");
  });

  test("do not silence what must be known", () => {
    expect(at({ sandbox: "no sandbox", isTrusted: false })).toBe(
      "  $0.14 · main · ask ⇧⇥ · no sandbox · not trusted",
    );
    expect(at({ sandbox: "sandbox on" })).not.toContain("sandbox");
    expect(at({ sandbox: "no sandbox" }, 20)).toContain("no sandbox");
  });

  test("may be none at all", () => {
    expect(statusLine({ ...status, sandbox: "no sandbox" }, 80, plainStyle, [])).toBe("  no sandbox");
  });
});

/** A clock that is set by hand; what is due runs when it is. */
function handClock() {
  let now = 0;
  let due: { at: number; action: () => void }[] = [];
  return {
    timers: {
      now: () => now,
      after(ms: number, action: () => void) {
        const entry = { at: now + ms, action };
        due.push(entry);
        return () => {
          due = due.filter((one) => one !== entry);
        };
      },
    },
    pass(ms: number) {
      now += ms;
      const ripe = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { action } of ripe) action();
    },
    get waiting() {
      return due.length;
    },
  };
}

describe("a command", () => {
  test("runs for a change only, and not twice in a second", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rein-status-"));
    const clock = handClock();
    let changed = Promise.withResolvers<null>();
    const status = createStatusCommand({
      command: "cat >> runs; tail -n 1 runs",
      cwd: folder,
      env: { PATH: process.env["PATH"] },
      timers: clock.timers,
      onChange: () => changed.resolve(null),
      onTrouble: (why) => changed.reject(new Error(why)),
    });
    try {
      expect(status.lines("one")).toBeNull();
      clock.pass(0);
      await changed.promise;
      changed = Promise.withResolvers();
      expect(status.lines("one")).toEqual(["one"]);
      expect(clock.waiting).toBe(0);
      for (const state of ["two", "three", "four"]) status.lines(state);
      clock.pass(999);
      expect(status.lines("four")).toEqual(["one"]);
      clock.pass(1);
      await changed.promise;
      expect(status.lines("four")).toEqual(["four"]);
      expect(readFileSync(join(folder, "runs"), "utf8")).toBe("one\nfour\n");
    } finally {
      status.close();
      rmSync(folder, { recursive: true });
    }
  });
});
