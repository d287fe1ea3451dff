/** `/jobs`: the background commands of a session, seen and ended by the user. */
import { expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { count } from "../support/screen-rules.ts";
import { resultsIn, userTexts } from "./requests.ts";
import {
  answered,
  asked,
  begin,
  exists,
  held,
  HOLDING_COMMAND,
  isAlive,
  killHard,
  seen,
  send,
} from "./start.ts";

const AUTO = { args: ["--permission-mode", "auto", "--sandbox", "none"] };

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
  const first = await terminal.waitFor(
    () => /❯ job-1 +running · (\S+) +sh server\.sh/.exec(terminal.screen().join("\n"))?.[1],
  );
  // The time goes on by itself.
  await terminal.waitFor(
    () => !terminal.screen().some((line) => line.includes(`❯ job-1  running · ${first} `)),
  );
  await terminal.waitFor(/^1 background job · /m);
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
  await answered(terminal, "It runs.");
  await terminal.waitFor(/ · 1 job( |$)/m);
  await project.write("go", "");
  await terminal.waitFor(() => seen(terminal).includes("ended: exit code: 3"));
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

test("after rein was killed, the session goes on knowing that its jobs ended with it, and says so once", async () => {
  await using story = await begin([...start("sleep 300"), [text("I know.")], [text("Still.")]], AUTO);
  const { terminal, server } = story;
  await send(terminal, "go");
  await answered(terminal, "It runs.");
  await killHard(terminal);

  const later = await story.again({ args: ["-c"] });
  const words = "rein was stopped; its background jobs ended with it: job-1 (sleep 300";
  await later.waitFor(() => seen(later).includes(words));
  await send(later, "and the job?");
  await answered(later, "I know.");
  expect(userTexts(await server.nextRequest(2)).join("\n")).toContain(words);
  await killHard(later);

  const last = await story.again({ args: ["-c"] });
  await send(last, "and now?");
  await answered(last, "Still.");
  expect(count(userTexts(await server.nextRequest(3)).join("\n"), words)).toBe(1);
});

test("a running command can be sent to the background, and the turn goes on at once", async () => {
  const step = call("bash", { command: HOLDING_COMMAND }, { id: "call_long" });
  await using story = await begin([[step], [text("ok then")]], { args: ["--allow", "bash"] });
  const { terminal, server } = story;
  await send(terminal, "go");
  const isRunning = await held(story);
  await send(terminal, "/background");
  await answered(terminal, "ok then");
  expect(resultsIn(await server.nextRequest(1))["call_long"]).toContain("sent to the background by the user");
  expect(isRunning()).toBeTrue();
  expect(terminal.screen().join("\n")).toContain("1 job");
  await send(terminal, "/bg");
  expect(seen(terminal)).toContain("No command of the model runs.");
});
