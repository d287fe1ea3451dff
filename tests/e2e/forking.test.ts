/** Going on in a copy of a session: whole, or up to a place in it; the first one stays as it was. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "bun:test";
import type { Header } from "../../src/protocol/entry.ts";
import { httpError, type RecordedRequest, text } from "../support/model-server.ts";
import type { TestProject } from "../support/project.ts";
import { userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, begin, composerShows, idle, leave, seen, send } from "./start.ts";

/** The logs of the project's home by their header, the oldest first. */
async function logsOf({ env }: TestProject): Promise<{ header: Header; text: string }[]> {
  const folder = join(env["XDG_DATA_HOME"] ?? "", "rein", "sessions");
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  return texts
    .map((whole) => ({ header: JSON.parse(whole.split("\n")[0] ?? "{}"), text: whole }))
    .toSorted((one, other) => (one.header.createdAt < other.header.createdAt ? -1 : 1));
}

test("a history that a server goes on refusing is left at the place that the error names, with nothing lost", async () => {
  const isOdd = ({ bodyText }: RecordedRequest) => bodyText.includes("odd one");
  const refusal = httpError(400, {
    error: {
      message: "messages[3].content: these characters are not taken: odd",
      type: "invalid_request_error",
    },
  });
  await using story = await begin((request, at) => {
    if (at >= 2 && (isOdd(request) || at === 3)) return [refusal];
    return [text(`answer ${at}.`)];
  });
  const { terminal, project, server } = story;
  await send(terminal, "the first one");
  await answered(terminal, "answer 0.");
  await send(terminal, "the odd one");
  await answered(terminal, "answer 1.");
  await send(terminal, "go on");
  await terminal.waitFor(() => seen(terminal).includes("/fork 2 goes on"), { what: "the offer of a fork" });
  await idle(terminal);
  const [before] = await logsOf(project);

  terminal.type("/fork 2");
  await composerShows(terminal, "/fork 2");
  terminal.press("enter");
  await composerShows(terminal, "the odd one");
  await terminal.waitFor("This is a copy of session");
  terminal.press("ctrl+u");
  await send(terminal, "the even one");
  await answered(terminal, "answer 4.");
  await idle(terminal);
  expect(userTexts(await server.nextRequest(4))).toEqual(["the first one", "the even one"]);
  await leave(terminal);

  const [first, copy] = await logsOf(project);
  expect(first?.text).toBe(before?.text ?? "");
  expect(copy?.header.forkedFrom?.sessionId).toBe(first?.header.sessionId ?? "");
  expect(copy?.text).not.toContain("odd one");
});

test("rein -c --fork goes on in a copy that has everything, and leaves the first session alone", async () => {
  await using story = await begin([[text("one.")], [text("two.")]]);
  const { terminal, project, server } = story;
  await send(terminal, "hello");
  await answered(terminal, "one.");
  await leave(terminal);
  const [before] = await logsOf(project);
  const run = await runRein(["-p", "-c", "--fork", "and now?"], { project, env: accessTo(server) });
  expect(run).toMatchObject({ code: 0, out: "two.\n" });
  expect(userTexts(await server.nextRequest(1))).toEqual(["hello", "and now?"]);
  const [first, copy] = await logsOf(project);
  expect(first?.text).toBe(before?.text ?? "");
  expect(copy?.header.sessionId).not.toBe(first?.header.sessionId ?? "");
});

test("--fork without a session to copy, and /fork with a place that there is not, say what is missing", async () => {
  await using story = await begin([[text("one.")]]);
  const { terminal, project } = story;
  const run = await runRein(["-p", "--fork", "hello"], { project });
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining("-c or -r") });
  await send(terminal, "/fork");
  await terminal.waitFor("there is nothing to copy");
  await send(terminal, "hello");
  await answered(terminal, "one.");
  await send(terminal, "/fork 2");
  await terminal.waitFor("N is from 1 to 1,");
});
