/** What files held before rein changed them is kept in the data folder, and nowhere near the user's repository. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { latestSession } from "../../src/sessions/list.ts";
import { createCheckpointStore, projectCheckpoints } from "../../src/sessions/checkpoint-store.ts";
import { filesAt } from "../../src/sessions/file-history.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { readSession } from "../../src/sessions/session-store.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { makeCalls } from "./make-calls.ts";
import { runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

test("after a run the old contents are to be had, and git sees only the changes that were asked for", async () => {
  await using project = await makeProject({ "a.txt": "apple\n", "b.txt": "berry\n" });
  const git = (...args: string[]) =>
    $`git -c user.name=x -c user.email=x@example.org ${args}`.cwd(project.folder).env(project.env).text();
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-q", "-m", "Fruit");
  const index = await Bun.file(project.path(".git/index")).bytes();
  const objects = await git("count-objects");
  await using server = await serveModel([
    [call("read_file", { path: "a.txt" }), call("read_file", { path: "b.txt" })],
    [call("edit_file", { path: "a.txt", old_string: "apple", new_string: "plum" })],
    [call("write_file", { path: "b.txt", content: "cherry\n" })],
    [call("write_file", { path: "c.txt", content: "date\n" })],
    [text("Done.")],
  ]);
  const env = accessTo(server);
  const run = await runRein(["-p", "--permission-mode", "accept-edits", "change the fruit"], {
    project,
    env,
  });
  expect(run).toMatchObject({ out: "Done.\n", code: 0 });

  expect(await Bun.file(project.path(".git/index")).bytes()).toEqual(index);
  expect(await git("count-objects")).toBe(objects);
  expect(await git("status", "--porcelain", "--ignored")).toBe(" M a.txt\n M b.txt\n?? c.txt\n");

  const paths = dataPaths({ ...project.env, ...env });
  const latest = latestSession(paths, project.folder);
  const { entries } = readSession(latest?.file ?? "").session;
  const store = createCheckpointStore(projectCheckpoints(paths.checkpoints, project.folder));
  const then = await Promise.all(
    (filesAt(entries, null) ?? []).map(async (file) => {
      const kept = file.type === "content" ? await store.read(file.hash) : null;
      return [file.path, kept !== null && "bytes" in kept ? new TextDecoder().decode(kept.bytes) : file.type];
    }),
  );
  expect(Object.fromEntries(then)).toEqual({
    [project.path("a.txt")]: "apple\n",
    [project.path("b.txt")]: "berry\n",
    [project.path("c.txt")]: "absent",
  });
});

test("a call that is refused keeps nothing; one that is made keeps what the file held, before its result", async () => {
  await using project = await makeProject({ "a.txt": "apple\n" });
  const { told } = await makeCalls(
    project,
    [
      ["write_file", { path: "a.txt", content: "unseen" }],
      ["edit_file", { path: "a.txt", old_string: "pear", new_string: "plum" }],
      ["write_file", { path: "a.txt/b.txt", content: "x" }],
      ["write_file", { path: "/dev/none", content: "x" }],
      ["write_file", { path: ".git/hooks/pre-commit", content: "x" }],
      ["edit_file", { path: "a.txt", old_string: "apple", new_string: "plum" }],
    ],
    { together: true },
  );
  expect(told.map((one) => one.startsWith("Changed"))).toEqual([false, false, false, false, false, true]);
  const latest = latestSession(dataPaths(project.env), project.folder);
  const { entries } = readSession(latest?.file ?? "").session;
  const kept = entries.filter(({ type }) => type === "checkpoint");
  const hash = new Bun.CryptoHasher("sha256").update("apple\n").digest("hex");
  expect(kept).toMatchObject([{ files: [{ path: project.path("a.txt"), before: hash }] }]);
  const at = entries.findIndex(({ type }) => type === "checkpoint");
  const result = entries.findIndex((entry) => entry.type === "tool_result" && entry.callId === "call_5");
  expect(at).toBeGreaterThan(
    entries.findIndex((entry) => entry.type === "tool_start" && entry.callId === "call_5"),
  );
  expect(at).toBeLessThan(result);
});
