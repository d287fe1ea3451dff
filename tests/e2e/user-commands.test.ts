/** `!command` and `!!command`: a command of the user's own, with the terminal. */
import { describe, expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { userTexts } from "./requests.ts";
import { expectOneLivePart } from "./screen/watch.ts";
import { answered, begin, composerShows, exists, isAlive, seen, send } from "./start.ts";
import { SHELL, run, ended, pidIn } from "./user-commands-scene.ts";

describe("a command of the user's", () => {
  test("can ask, prints once, and is told to the model with the next message", async () => {
    await using story = await begin([[text("I see it.")]], SHELL);
    const { terminal, server } = story;
    await run(terminal, "!read -s x; echo got:$x");
    terminal.type("secret");
    terminal.press("enter");
    await ended(terminal, "exit 0");
    const lines = terminal.scrollback();
    expect(countInLines(lines, "got:secret")).toBe(1);
    expect(countInLines(lines, "! read -s x; echo got:$x")).toBe(1);
    expect(countInLines(lines, "shared with the model")).toBe(1);
    expectOneLivePart(terminal);
    expect(server.requests).toHaveLength(0);
    await send(terminal, "what did it say?");
    await answered(terminal, "I see it.");
    const said = userTexts(await server.nextRequest(0)).join("\n");
    expect(said).toContain("read -s x; echo got:$x");
    expect(said).toContain("got:secret");
    expect(said).toContain("what did it say?");
  });

  test("behind two signs stays private", async () => {
    await using story = await begin([[text("ok")]], SHELL);
    const { terminal, server } = story;
    await run(terminal, "!!echo priv$((40+2))");
    await ended(terminal, /^exit 0 · .* · not shared$/);
    expect(seen(terminal)).toContain("priv42");
    await send(terminal, "hello");
    await answered(terminal, "ok");
    expect(JSON.stringify((await server.nextRequest(0)).body)).not.toContain("priv42");
    // The log has it all the same: the transcript shows it, and says so.
    terminal.press("ctrl+o");
    await terminal.waitFor(/^!! echo priv.*exit 0 · .* · not shared$/m);
  });

  test("has a terminal of the window's size, which follows the window", async () => {
    const files = {
      "watch.sh": "tty; stty size; trap 'stty size' WINCH; touch up; while [ ! -e go ]; do sleep 0.05; done",
    };
    await using story = await begin([], { cols: 90, rows: 30, files, ...SHELL });
    const { terminal } = story;
    await run(terminal, "!sh watch.sh");
    await terminal.waitFor(() => seen(terminal).includes("30 90"));
    expect(seen(terminal)).toMatch(/^\/dev\//m);
    await terminal.waitFor(() => exists(story.project, "up"));
    await terminal.resize(70, 20);
    await terminal.waitFor(() => seen(terminal).includes("20 70"));
    await story.project.write("go", "");
    await ended(terminal, "exit 0");
    expectOneLivePart(terminal);
  });

  test("gets Ctrl+C, and rein stays", async () => {
    await using story = await begin([], SHELL);
    const { terminal } = story;
    await run(terminal, "!echo $$ > pid; sleep 100");
    const pid = await pidIn(story, "pid");
    terminal.press("ctrl+c");
    await ended(terminal, "exit 130");
    expect(isAlive(pid)).toBe(false);
    await composerShows(terminal, "");
  });

  test("is not stopped by Ctrl+Z: nobody could continue it", async () => {
    await using story = await begin([], SHELL);
    const { terminal } = story;
    await run(terminal, "!touch up; while [ ! -e go ]; do sleep 0.02; done; echo went on");
    await terminal.waitFor(() => exists(story.project, "up"));
    terminal.press("ctrl+z");
    await terminal.waitFor(() => seen(terminal).includes("^Z"));
    await story.project.write("go", "");
    await ended(terminal, "exit 0");
    expect(seen(terminal)).toContain("went on");
  });

  test("may leave the terminal as it likes: everything is as it was", async () => {
    const modes = String.raw`\033[?1049h\033[?1003h\033[?1004h\033[?2004h\033[?25l\033[>15u\033[5;10r\033[31mlost`;
    const files = { "crash.sh": `stty raw -echo; printf '${modes}'; kill -9 $$` };
    await using story = await begin([], { kittyKeyboard: true, files, ...SHELL });
    const { terminal } = story;
    await terminal.waitFor(() => terminal.modes().kittyFlags > 0, { what: "the kitty keyboard" });
    const before = terminal.modes();
    await run(terminal, "!sh crash.sh");
    await ended(terminal, "exit 137");
    expect(terminal.modes()).toEqual(before);
    expectOneLivePart(terminal);
    await send(terminal, "/help");
    await terminal.waitFor(() => seen(terminal).includes("!!command"));
    expect(countInLines(terminal.scrollback(), "lost")).toBe(0);
  });

  test("that ends in the middle of a line, or above what it drew, has the composer below", async () => {
    await using story = await begin([], SHELL);
    const { terminal } = story;
    await run(terminal, "!printf 'no line end'");
    await ended(terminal, "exit 0");
    expect(terminal.scrollback()).toContain("no line end");
    await run(terminal, String.raw`!printf 'one\ntwo\nthree\n\033[3A'`);
    await ended(terminal, "exit 0", 2);
    const lines = terminal.scrollback();
    const one = lines.indexOf("one");
    expect(lines.slice(one, one + 3)).toEqual(["one", "two", "three"]);
    expectOneLivePart(terminal);
  });

  test.skipIf(Bun.which("vim") === null)("may be an editor", async () => {
    await using story = await begin([[text("fine")]], SHELL);
    const { terminal, server, project } = story;
    await run(terminal, "!vim -u NONE -N note.txt");
    await terminal.waitFor(
      () => terminal.modes().alternateScreen && /^~/m.test(terminal.screen().join("\n")),
    );
    terminal.type("iwritten in vim");
    terminal.press("escape");
    terminal.type(":wq");
    terminal.press("enter");
    await ended(terminal, "exit 0");
    expect(await project.read("note.txt")).toBe("written in vim\n");
    expectOneLivePart(terminal);
    await send(terminal, "done");
    await answered(terminal, "fine");
    // What was on the other screen is nobody's output.
    expect(userTexts(await server.nextRequest(0)).join("\n")).not.toContain("written in vim");
  });

  test("has the user's environment without the keys of models", async () => {
    await using story = await begin([], {
      env: { SHELL: "/bin/bash", EDITOR: "my-editor", MY_TOKEN: "t0k" },
    });
    const { terminal } = story;
    await run(terminal, '!echo "[$REIN|$EDITOR|$MY_TOKEN|$OPENAI_API_KEY|$TERM]"');
    await ended(terminal, "exit 0");
    expect(seen(terminal)).toContain("[1|my-editor|t0k||xterm-256color]");
  });

  test("prints its progress for the eye, and its last state for the model", async () => {
    const files = {
      "steps.sh": String.raw`for i in 1 2 3; do printf "\r\033[Kstep $i of 3"; done; printf '\na\ttab\n'`,
    };
    await using story = await begin([[text("ok")]], { files, ...SHELL });
    const { terminal, server } = story;
    await run(terminal, "!sh steps.sh");
    await ended(terminal, "exit 0");
    await send(terminal, "so?");
    await answered(terminal, "ok");
    const said = userTexts(await server.nextRequest(0)).join("\n");
    expect(said).toContain("step 3 of 3\na\ttab");
    expect(said).not.toContain("step 2 of 3");
  });

  test("is not the place for what it did not read: that waits in the composer, unsent", async () => {
    await using story = await begin([], SHELL);
    const { terminal, server } = story;
    await run(terminal, "!touch up; while [ ! -e go ]; do sleep 0.02; done");
    await terminal.waitFor(() => exists(story.project, "up"));
    terminal.type("typed ahead");
    terminal.press("enter");
    await terminal.waitFor(() => seen(terminal).includes("typed ahead"));
    await story.project.write("go", "");
    await ended(terminal, "exit 0");
    await composerShows(terminal, "typed ahead");
    expect(server.requests).toHaveLength(0);
  });

  test("is not told the answers that a slow line still owes to rein", async () => {
    await using story = await begin([], { lag: 300, ...SHELL });
    const { terminal } = story;
    await run(terminal, "!read x; echo got:${#x}:$x");
    terminal.type("secret");
    await terminal.idle(600);
    terminal.press("enter");
    await ended(terminal, "exit 0");
    expect(countInLines(terminal.scrollback(), "got:6:secret")).toBe(1);
    await composerShows(terminal, "");
  });

  test("leaves neither keys that type nothing nor answers of the terminal in the composer", async () => {
    const ask = String.raw`printf '\033[c\033[6n'`;
    const files = {
      "ask.sh": `stty raw -echo; ${ask}; touch up; while [ ! -e go ]; do sleep 0.02; done; stty sane`,
    };
    await using story = await begin([], { files, ...SHELL });
    const { terminal } = story;
    await run(terminal, "!sh ask.sh");
    await terminal.waitFor(() => exists(story.project, "up"));
    terminal.type("two");
    terminal.press("left");
    terminal.press("f5");
    terminal.press("alt+b");
    terminal.type(" words");
    await story.project.write("go", "");
    await ended(terminal, "exit 0");
    await composerShows(terminal, "two words");
  });

  test("that floods the screen can be ended", async () => {
    await using story = await begin([], SHELL);
    const { terminal } = story;
    await run(terminal, "!yes flood");
    await terminal.waitFor(() => terminal.screen().every((line) => line === "flood" || line === ""));
    terminal.press("ctrl+c");
    await ended(terminal, "exit 130");
    expectOneLivePart(terminal);
  });
});

describe("what begins with !", () => {
  test("alone says how it is meant, and asks nobody", async () => {
    await using story = await begin();
    const { terminal, server } = story;
    terminal.type("!");
    await terminal.waitFor("runs in your shell, shared with the model; !! keeps it private");
    terminal.press("enter");
    await terminal.waitFor("Write a command behind the sign");
    await composerShows(terminal, "!");
    terminal.press("backspace");
    await terminal.waitFor("⇧⇥");
    expect(server.requests).toHaveLength(0);
  });

  test("and was pasted is a message, now and when it comes back from the history", async () => {
    await using story = await begin([[text("one")], [text("two")]], SHELL);
    const { terminal, server, project } = story;
    terminal.paste("!touch ran");
    await composerShows(terminal, "!touch ran");
    terminal.press("enter");
    await answered(terminal, "one");
    terminal.press("up");
    await terminal.waitFor(/^> +!touch ran$/m);
    terminal.press("enter");
    await answered(terminal, "two");
    expect(userTexts(await server.nextRequest(1)).map((said) => said.trim())).toEqual([
      "!touch ran",
      "!touch ran",
    ]);
    expect(await exists(project, "ran")).toBe(false);
  });

  test("and was typed comes back from the history as a command, with what is pasted behind it", async () => {
    await using story = await begin([], SHELL);
    const { terminal, server } = story;
    terminal.type("!echo ");
    terminal.paste("pas$((1))ted");
    await composerShows(terminal, "!echo pas$((1))ted");
    terminal.press("enter");
    await ended(terminal, "exit 0");
    terminal.press("up");
    await composerShows(terminal, "!echo pas$((1))ted");
    terminal.press("enter");
    await ended(terminal, "exit 0", 2);
    expect(countInLines(terminal.scrollback(), "pas1ted")).toBe(2);
    expect(server.requests).toHaveLength(0);
  });
});
