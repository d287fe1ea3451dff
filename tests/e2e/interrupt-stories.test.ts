/** One key stops what runs and nothing else; what a terminal says by itself stops nothing, however it arrives. */
import { describe, expect, test } from "bun:test";
import { call, gate, text } from "../support/model-server.ts";
import { hasProc, processesRunning, uniqueSeconds, until } from "../support/processes.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import {
  answered,
  asked,
  begin,
  composerShows,
  exists,
  idle,
  isBusy,
  leave,
  type Protocol,
  send,
} from "./start.ts";
import { strictly } from "./strict-server.ts";

const protocols: readonly Protocol[] = ["chat", "messages", "responses"];
const bash = (id: string, command: string) => call("bash", { command }, { id: `call_${id}` });
const files = { "a.txt": "apple\n", "folder/b.txt": "berry\n" };

const gone = (terminal: TestTerminal, words: string | RegExp, what: string) =>
  terminal.waitFor(
    () => {
      const screen = terminal.screen().join("\n");
      return typeof words === "string" ? !screen.includes(words) : !words.test(screen);
    },
    { what },
  );

/** What can lie over a running turn: the keys that open it, what it shows, and what is written when it has closed. */
const layers: readonly (readonly [string, (terminal: TestTerminal) => void, string | RegExp, string])[] = [
  ["the list of commands", (terminal) => terminal.type("/"), /\/help +the commands/, "/"],
  [
    "a command's arguments",
    (terminal) => terminal.type("/model "),
    /openai\/gpt-4\.1/,
    "/model [provider/model]",
  ],
  ["the list of files", (terminal) => terminal.type("see @a.t"), /❯ a\.txt/, "see @a.t"],
  ["the transcript", (terminal) => terminal.press("ctrl+o"), /transcript · /, ""],
  ["the search for prompts", (terminal) => terminal.press("ctrl+r"), /search in earlier messages/, ""],
];

describe.skipIf(!hasProc)("over a running command", () => {
  test.each(layers)(
    "Esc closes %s and nothing more; the next one stops the command",
    async (_, openLayer, shows, draft) => {
      const seconds = uniqueSeconds();
      const strict = strictly([[bash("sleep", `sleep ${seconds}`)], [text("stopped, I see")]]);
      await using story = await begin(strict.script, { args: ["--allow", "bash"], files });
      const { terminal, server } = story;
      const runs = () => processesRunning("sleep", seconds).length > 0;
      await send(terminal, "go");
      await until(runs);
      await terminal.waitFor("esc to stop");
      openLayer(terminal);
      await terminal.waitFor(shows);
      terminal.press("escape");
      if (draft === "") await terminal.waitFor("esc to stop");
      else await gone(terminal, shows, "the list to close");
      await composerShows(terminal, draft);
      expect(isBusy(terminal)).toBeTrue();
      expect(runs()).toBeTrue();
      terminal.press("escape");
      await idle(terminal);
      await until(() => !runs());
      expect(server.requests).toHaveLength(1);
      await composerShows(terminal, draft);
      if (draft !== "") terminal.press("ctrl+u");
      await composerShows(terminal, "");
      await send(terminal, "next");
      await answered(terminal, "stopped, I see");
      expect(resultsIn(await server.nextRequest(1))["call_sleep"]).toMatch(/^Interrupted by the user/);
      expect(strict.refused).toEqual([]);
    },
  );

  test("Ctrl+C stops it with everything that it started, keeps what waits and what is being written, and does not leave", async () => {
    const [seconds, inBackground] = [uniqueSeconds(), uniqueSeconds()];
    const command = `sleep ${inBackground} & sh -c "trap '' INT TERM; sleep ${seconds}; sleep ${seconds}"`;
    const strict = strictly([[bash("sleep", command), bash("b", "touch b")], [text("one")], [text("two")]]);
    await using story = await begin(strict.script, { args: ["--allow", "bash"] });
    const { terminal, server, project } = story;
    const runs = () => [seconds, inBackground].some((length) => processesRunning("sleep", length).length > 0);
    await send(terminal, "go");
    await asked(terminal, "it starts a background job");
    terminal.press("1");
    await until(runs);
    await send(terminal, "waiting");
    await terminal.waitFor("▸ queued: waiting");
    terminal.type("half a dra");
    await composerShows(terminal, "half a dra");
    terminal.press("ctrl+c");
    await idle(terminal);
    await until(() => !runs());
    await terminal.waitFor("▸ queued: waiting");
    await composerShows(terminal, "half a dra");
    terminal.type("ft");
    terminal.press("enter");
    await answered(terminal, "● two");
    expect(userTexts(await server.nextRequest(2))).toEqual(["go", "half a draft", "waiting"]);
    expect(await exists(project, "b")).toBeFalse();
    expect(terminal.exitCode).toBeNull();
    expect(strict.refused).toEqual([]);
  });
});

describe.each(protocols)("a question, over %s,", (protocol) => {
  test.each(["ctrl+c", "escape"])(
    "that %s leaves is not run; the next message goes on, and the draft is there",
    async (key) => {
      const door = gate();
      const strict = strictly([
        [text("working "), door.shut, bash("a", "touch A"), bash("b", "touch B")],
        [text("fine"), bash("c", "touch C")],
        [text("done")],
      ]);
      await using story = await begin(strict.script, { protocol });
      const { terminal, server, project } = story;
      await send(terminal, "go");
      await terminal.waitFor("working");
      terminal.type("ne");
      await composerShows(terminal, "ne");
      door.open();
      await asked(terminal, "touch A");
      terminal.press(key);
      await idle(terminal);
      expect(server.requests).toHaveLength(1);
      expect(terminal.exitCode).toBeNull();
      await composerShows(terminal, "ne");
      terminal.type("xt");
      await composerShows(terminal, "next");
      terminal.press("enter");
      await asked(terminal, "touch C");
      terminal.press("1");
      await answered(terminal, "● done");
      const results = resultsIn(await server.nextRequest(2));
      expect(Object.keys(results)).toEqual(["call_a", "call_b", "call_c"]);
      for (const id of ["call_a", "call_b"]) expect(results[id]).toMatch(/not run|declined|not started/);
      expect([await exists(project, "A"), await exists(project, "B")]).toEqual([false, false]);
      expect(await exists(project, "C")).toBeTrue();
      expect(strict.refused).toEqual([]);
      expect(await leave(terminal)).toBe(0);
    },
  );
});

describe("what a terminal says by itself, or a key, in pieces while an answer comes", () => {
  /** How long a lone ESC waits for what follows, in ms, at least: a gap of this length may be the key. */
  const shortestWait = 50;

  /** Writes the pieces about 15 ms apart. False when the machine was so slow that an ESC among them may be a key. */
  async function inPieces(terminal: TestTerminal, pieces: readonly string[]): Promise<boolean> {
    let longest = 0;
    for (const piece of pieces) {
      const before = performance.now();
      terminal.bytes(piece);
      await Bun.sleep(15);
      longest = Math.max(longest, performance.now() - before);
    }
    return longest < shortestWait / 2;
  }

  test.each([
    [["\x1b", "[?1;2c"], ""],
    // The up key brings the last message.
    [["\x1b", "[?1;2c", "\x1b", "[", "A"], "go"],
    [["\x1b", "O", "A"], "go"],
    [["\x1b[", "?62;22", "c"], ""],
    [["\x1b", "]11;rgb:1e1e/1e1e/1e1e", "\x1b", "\\"], ""],
    [["\x1b", "[I", "\x1b", "[O"], ""],
    [["\x1b", "P>|terminal 1.2", "\x1b", "\\"], ""],
    [["\x1b", "[?997;1n"], ""],
    [["\x1b", "[<35;10", ";10M"], ""],
  ])("%j stops nothing and is no text", async (pieces, written) => {
    for (;;) {
      const end = gate();
      await using story = await begin([[text("working "), end.shut, text("to the end.")]]);
      const { terminal, server } = story;
      await send(terminal, "go");
      await terminal.waitFor("working");
      if (!(await inPieces(terminal, pieces))) continue;
      terminal.type("mine");
      await composerShows(terminal, `${written}mine`);
      expect(isBusy(terminal)).toBeTrue();
      end.open();
      await answered(terminal, "to the end.");
      expect((await server.nextRequest(0)).aborted).toBeFalse();
      return;
    }
  });
});
