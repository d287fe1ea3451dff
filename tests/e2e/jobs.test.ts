/** `/jobs`: the background commands of a session, seen and ended by the user. */
import { expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { count } from "../support/screen-rules.ts";
import { answered, asked, begin, exists, isAlive, seen, send } from "./start.ts";

const AUTO = { args: ["--permission-mode", "auto"] };

const start = (command: string) => [[call("bash", { command, run_in_background: true })], [text("It runs.")]];

test("without any says so", async () => {
  await using story = await begin();
  await send(story.terminal, "/jobs");
  await story.terminal.waitFor("No background jobs.");
});

test("lists what runs, shows what it prints, and kills it; the status line counts", async () => {
  const files = {
    "server.sh":
      "echo listening on 4000; echo $$ > pid; while [ ! -e go ]; do sleep 0.02; done; echo request one; sleep 300",
  };
  await using story = await begin(start("sh server.sh"), { files, ...AUTO });
  const { terminal, project } = story;
  await send(terminal, "start the server");
  await asked(terminal);
  terminal.press("1");
  await answered(terminal, "It runs.");
  await terminal.waitFor(/ · 1 job( |$)/m);
  await terminal.waitFor(() => exists(project, "pid"));

  await send(terminal, "/jobs");
  await terminal.waitFor(/❯ job-1 +running · .* sh server\.sh/);
  terminal.press("enter");
  await terminal.waitFor(/^listening on 4000$/m);
  expect(terminal.modes().alternateScreen).toBe(true);
  // It follows.
  await project.write("go", "");
  await terminal.waitFor(/^request one$/m);
  terminal.type("q");
  await terminal.waitFor(() => !terminal.modes().alternateScreen);
  await terminal.waitFor(/❯ job-1 +running/);

  terminal.type("k");
  await terminal.waitFor(/❯ job-1 +killed · /);
  await terminal.waitFor(() => !/ · 1 job/.test(terminal.screen().join("\n")));
  const pid = Number((await project.read("pid")).trim());
  expect(isAlive(pid)).toBe(false);
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().some((line) => line.includes("❯ job-1")));
});

test("a job that ends by itself is told, once", async () => {
  await using story = await begin(
    start("while [ ! -e go ]; do sleep 0.02; done; echo the last line; exit 3"),
    AUTO,
  );
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal);
  terminal.press("1");
  await answered(terminal, "It runs.");
  await terminal.waitFor(/ · 1 job( |$)/m);
  await project.write("go", "");
  await terminal.waitFor(() => seen(terminal).includes("the last line"));
  await terminal.waitFor(() => !/ · 1 job/.test(terminal.screen().join("\n")));
  expect(count(seen(terminal), "Background job job-1")).toBe(1);
});

test("leaving says which jobs end with the session", async () => {
  await using story = await begin(start("sleep 300"), AUTO);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "It runs.");
  await terminal.waitFor(/ · 1 job( |$)/m);
  terminal.press("ctrl+d", "ctrl+d");
  expect(await terminal.waitForExit()).toBe(0);
  expect(seen(terminal)).toContain("A background job ended with the session: job-1 (sleep 300).");
});
