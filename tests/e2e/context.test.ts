/** /context: what fills the window, and what the user makes of it, as the model's server gets to see it. */
import { expect, test } from "bun:test";
import type { TestTerminal } from "../support/terminal.ts";
import { call, gate, text } from "../support/model-server.ts";
import { onlySession } from "./logs.ts";
import { runRein } from "./run-rein.ts";
import { hear, read, start, typeLine } from "./screen-reader.ts";
import { answered, begin, composerShows, idle, leave, open, seen, send } from "./start.ts";

const size = { cols: 100, rows: 30 };
const files = { "big.txt": Array.from({ length: 900 }, (_, line) => `apple pie ${line}`).join("\n") };
const reading = [[call("read_file", { path: "big.txt" })], [text("it is about pies")]];
const middle = "apple pie 450";
const leftOut = /\[left out by the user: [\d,]+ tokens\]/;

async function opened(terminal: TestTerminal): Promise<void> {
  terminal.type("/context");
  await composerShows(terminal, "/context");
  terminal.press("enter");
  await terminal.waitFor(/^context · /m, { what: "the view of the context" });
}

/** Selects the row that begins with this name and goes on so. */
async function selectRow(terminal: TestTerminal, row: RegExp): Promise<void> {
  const selected = () => terminal.screen().find((line) => line.startsWith("❯")) ?? "";
  for (let left = 20; left > 0 && !row.test(selected()); left -= 1) {
    const before = selected();
    terminal.press("up");
    await terminal.waitFor(() => selected() !== before, { what: "the selection one row higher" });
  }
  expect(selected()).toMatch(row);
}

/** Applies what is marked, once it was said what that costs, and goes back. */
async function apply(terminal: TestTerminal): Promise<void> {
  terminal.press("a");
  await terminal.waitFor(/once more applies it/);
  expect(terminal.screen().join(" ")).toMatch(/Requests (get|stay)/);
  terminal.press("a");
  await terminal.waitFor(/Applied to/);
  const [, total = ""] = /^context · (\S+) tokens/m.exec(terminal.screen().join("\n")) ?? [];
  terminal.press("q");
  await terminal.waitFor(new RegExp(`⇧⇥.* · ${RegExp.escape(total)} tokens`), {
    what: "the composer again, and the same total below it",
  });
}

test("a big result that is left out is not sent again, its call stays a pair with it; put back, it is as before; resumed, too", async () => {
  await using story = await begin([...reading, [text("two")], [text("three")], [text("four")]], {
    ...size,
    files,
  });
  const { terminal, server } = story;
  await send(terminal, "read it");
  await answered(terminal, "it is about pies");
  const before = await server.nextRequest(1);
  expect(before.bodyText).toContain(middle);

  await opened(terminal);
  await selectRow(terminal, /read_file +big\.txt/);
  terminal.press("x");
  await terminal.waitFor(/❯• read_file +big\.txt \[→ left out\]/);
  await apply(terminal);
  expect(seen(terminal)).toMatch(/Left out of the requests from here on: 1 part, [\d.]+k tokens\./);

  await send(terminal, "and now?");
  await answered(terminal, "two");
  const without = await server.nextRequest(2);
  expect(without.bodyText).not.toContain(middle);
  expect(without.bodyText).toMatch(leftOut);
  expect(without.bodyText).toContain('"tool_call_id"');
  expect(without.bodyText.length).toBeLessThan(before.bodyText.length);

  expect(await leave(terminal)).toBe(0);
  const again = await story.again({ args: ["--continue"], ...size });
  await send(again, "still?");
  await answered(again, "three");
  expect((await server.nextRequest(3)).bodyText).toMatch(leftOut);

  const number = numberOf(await listed(story), "read_file");
  await send(again, `/context restore ${number}`);
  await again.waitFor(/Put back into the requests: 1 part\./);
  await send(again, "and again?");
  await answered(again, "four");
  const whole = await server.nextRequest(4);
  expect(whole.bodyText).toContain(middle);
  expect(whole.bodyText).not.toMatch(leftOut);
});

test("a pinned result stands behind the summary of /compact, and the summary can be taken back", async () => {
  await using story = await begin(
    [...reading, [text("about pears")], [text("SUMMARY of it")], [text("three")], [text("four")]],
    { ...size, files },
  );
  const { terminal, server } = story;
  await send(terminal, "read it");
  await answered(terminal, "it is about pies");
  await send(terminal, "tell of pears");
  await answered(terminal, "about pears");
  await opened(terminal);
  await selectRow(terminal, /read_file +big\.txt/);
  terminal.press("p");
  await terminal.waitFor(/big\.txt \[→ pinned\]/);
  await apply(terminal);
  await send(terminal, "/compact");
  await terminal.waitFor(() => /Earlier messages are summarised/.test(seen(terminal)), {
    what: "the summary",
  });
  await idle(terminal);
  await send(terminal, "go on");
  await answered(terminal, "three");
  const summarised = await server.nextRequest(4);
  expect(summarised.bodyText).toContain("SUMMARY of it");
  expect(summarised.bodyText).toContain(middle);
  expect(summarised.bodyText).not.toContain("it is about pies");

  await opened(terminal);
  await selectRow(terminal, /▸ summary +SUMMARY of it/);
  terminal.press("right");
  await terminal.waitFor(/it is about pies \[in the summary\]/, { what: "what the summary stands for" });
  terminal.press("x");
  await terminal.waitFor(/❯• ▾ summary .*\[→ taken back\]/);
  await apply(terminal);
  expect(seen(terminal)).toContain("The summary is taken back");
  await send(terminal, "once more");
  await answered(terminal, "four");
  const whole = await server.nextRequest(5);
  expect(whole.bodyText).toContain("it is about pies");
  expect(whole.bodyText).not.toContain("SUMMARY of it");
});

test("the model's short text for a part is shown first, and stands in its place once it is taken and applied; Escape stops it", async () => {
  const door = gate();
  await using story = await begin([...reading, [door.shut], [text("PIES, 900 of them")], [text("two")]], {
    ...size,
    files,
  });
  const { terminal, server } = story;
  await send(terminal, "read it");
  await answered(terminal, "it is about pies");
  await opened(terminal);
  await selectRow(terminal, /read_file +big\.txt/);
  terminal.press("m");
  await terminal.waitFor(/summarising it · esc stops it/);
  await server.nextRequest(2);
  terminal.press("escape");
  await terminal.waitFor("Stopped; nothing was changed.");
  terminal.press("m");
  await terminal.waitFor("PIES, 900 of them");
  expect((await server.nextRequest(3)).bodyText).toContain(middle);
  terminal.press("enter");
  await terminal.waitFor(/big\.txt \[→ summarised\]/);
  await apply(terminal);
  await send(terminal, "and now?");
  await answered(terminal, "two");
  const { bodyText } = await server.nextRequest(4);
  expect(bodyText).toContain("PIES, 900 of them");
  expect(bodyText).not.toContain(middle);
});

test("while a turn runs the parts are shown, and applying waits; leaving asks once about what is marked", async () => {
  const door = gate();
  await using story = await begin([...reading, [door.shut, text("two")]], { ...size, files });
  const { terminal, server } = story;
  await send(terminal, "read it");
  await answered(terminal, "it is about pies");
  terminal.type("go on");
  await composerShows(terminal, "go on");
  terminal.press("enter");
  await server.nextRequest(2);
  await opened(terminal);
  await selectRow(terminal, /read_file +big\.txt/);
  terminal.press("s");
  await terminal.waitFor(/big\.txt \[→ shortened\]/);
  terminal.press("a");
  await terminal.waitFor(/A turn runs: what is marked stays here/);
  door.open();
  await terminal.waitFor(/two/, { what: "the answer among the parts" });
  terminal.press("q");
  await terminal.waitFor(/What is marked is not applied/);
  terminal.press("q");
  await open(terminal);
  expect(seen(terminal)).not.toContain("Shorter in the requests");
});

test("without a screen the parts are lines with numbers, and words change them", async () => {
  await using story = await start([[text("about apples")], [text("two")]], { cols: 120 });
  const { terminal, server } = story;
  typeLine(terminal, "tell of apples");
  await hear(terminal, "Answer: about apples");
  typeLine(terminal, "/context");
  await hear(terminal, /^\d+: you “tell of apples”, \d+ tokens, <?\d+%, last turn$/m);
  await hear(terminal, /^\d+: tools “/m);
  const [, number = ""] = /^(\d+): answer “about apples”/m.exec(read(terminal).join("\n")) ?? [];
  typeLine(terminal, `/context exclude ${number}`);
  await hear(terminal, /Left out of the requests from here on: 1 part, \d+ tokens\./);
  await hear(terminal, /Requests get shorter by \d+ tokens/);
  typeLine(terminal, "and now?");
  await hear(terminal, "Answer: two");
  expect((await server.nextRequest(1)).bodyText).not.toContain("about apples");
});

test("without a screen a part is summarised, and what stands in its place is heard", async () => {
  const long = "apples and pears ".repeat(100).trim();
  await using story = await start([[text(long)], [text("about fruit")], [text("two")]], { cols: 120 });
  const { terminal, server } = story;
  typeLine(terminal, "tell of fruit");
  await hear(terminal, /Answer: apples/);
  typeLine(terminal, "/context");
  await hear(terminal, /changes them\./);
  const [, number = ""] = /^(\d+): answer “/m.exec(read(terminal).join("\n")) ?? [];
  typeLine(terminal, `/context summarise ${number}`);
  await hear(terminal, new RegExp(`/context restore ${number} puts it back: about fruit`));
  await hear(terminal, /Requests get shorter by \d+ tokens/);
  typeLine(terminal, "and now?");
  await hear(terminal, "Answer: two");
  const { bodyText } = await server.nextRequest(2);
  expect(bodyText).toContain("about fruit");
  expect(bodyText).not.toContain("apples and pears");
});

test("of a saved session the project's instructions are among the parts where the folder is trusted, else it says why not", async () => {
  await using story = await begin([[text("about apples")]]);
  const { terminal, project } = story;
  await send(terminal, "tell of apples");
  await answered(terminal, "about apples");
  await leave(terminal);
  await project.write("AGENTS.md", "Answer in verse.\n".repeat(50));
  const { id } = await onlySession(project);
  const before = await runRein(["sessions", "show", id, "--context"], { project });
  expect(before.out).not.toMatch(/^\d+: instructions/m);
  expect(before.out).toContain("This folder is not trusted. Not used: AGENTS.md.");
  const trusting = story.launchAgain({ args: ["trust", "."] });
  await trusting.waitFor("Trust it? [y/N]");
  trusting.type("y\r");
  expect(await trusting.waitForExit()).toBe(0);
  const after = await runRein(["sessions", "show", id, "--context"], { project });
  expect(after.out).toMatch(/^2: instructions, \d+ tokens/m);
  expect(after.out).not.toContain("Not used");
});

type Begun = Awaited<ReturnType<typeof begin>>;

/** What `rein sessions show --context` prints of the only session. */
async function listed(story: Begun): Promise<string> {
  const terminal = story.launchAgain({ args: ["sessions", "list"], ...size });
  await terminal.waitForExit();
  const [, id = ""] = /^(\S+) /m.exec(terminal.screen().join("\n")) ?? [];
  const shown = story.launchAgain({ args: ["sessions", "show", id, "--context"], ...size });
  await shown.waitForExit();
  return shown.screen().join("\n");
}

function numberOf(list: string, name: string): string {
  return new RegExp(`^(\\d+): ${name}`, "m").exec(list)?.[1] ?? "";
}
