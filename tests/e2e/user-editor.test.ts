/** The user's own editor gets the terminal to itself, and rein has it back afterwards. */
import { expect, test } from "bun:test";
import { AT_REST } from "../support/emulator.ts";
import { begin, composerShows, exists } from "./start.ts";

test("an editor gets each of 20 keys, and afterwards the composer does", async () => {
  const files = {
    "ed.sh": 'stty raw -echo; : > ready; dd bs=1 count=20 > got 2> /dev/null; stty sane; echo edited > "$1"',
  };
  await using story = await begin([], { files, env: { EDITOR: "sh ed.sh" } });
  const { terminal, project } = story;
  terminal.type("draft");
  await composerShows(terminal, "draft");
  terminal.press("ctrl+g");
  await terminal.waitFor(() => exists(project, "ready"), { what: "the editor" });
  const keys = "abcdefghij0123456789";
  for (const [at, key] of Array.from(keys).entries()) {
    terminal.type(key);
    await terminal.waitFor(() => at === 19 || Bun.file(project.path("got")).size === at + 1, {
      what: `key ${at}`,
    });
  }
  await composerShows(terminal, "edited");
  expect(await project.read("got")).toBe(keys);
  await terminal.ready();
  for (const key of " and typed on") terminal.type(key);
  await composerShows(terminal, "edited and typed on");
  terminal.press("ctrl+a", "delete");
  await composerShows(terminal, "dited and typed on");
});

test("an editor ends with rein, and has the time to bring the terminal back", async () => {
  const files = {
    // SIGHUP comes as well, when the terminal's first program ends; in a shell's window it would not.
    "ed.sh":
      "trap '' HUP; trap 'printf \"\\033[?1049l\"; : > ended; exit' TERM; printf '\\033[?1049h'; : > ready; while :; do sleep 0.02; done",
  };
  await using story = await begin([], { files, env: { EDITOR: "sh ed.sh" } });
  const { terminal, project } = story;
  terminal.press("ctrl+g");
  await terminal.waitFor(async () => terminal.modes().alternateScreen && (await exists(project, "ready")), {
    what: "the editor",
  });
  terminal.signal("SIGTERM");
  await terminal.waitFor(() => exists(project, "ended"), { what: "the end of the editor" });
  expect(await terminal.waitForExit()).toBe(143);
  expect(terminal.modes()).toEqual(AT_REST);
  expect(terminal.isRaw()).toBeFalse();
});
