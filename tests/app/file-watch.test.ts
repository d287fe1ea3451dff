/** What the look before and behind a command makes of what happens in a project: on real files, without a model. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { makeProject } from "../support/project.ts";
import { done, said, watch } from "./file-watch-scene.ts";

test("a file that only comes into view, or goes out of it, was neither made nor deleted", async () => {
  await using project = await makeProject({ ".gitignore": "*.log\n", "a.log": "old", "b.txt": "old" });
  await $`git init -q`.cwd(project.folder).env(project.env);
  const { command } = watch(project);
  // What is as young as the command may be the command's.
  while (Date.now() < statSync(project.path("a.log")).ctimeMs + 50)
    await new Promise((resolve) => setImmediate(resolve));
  const seen = await command(() => writeFileSync(project.path(".gitignore"), "b.txt\n"));
  expect(said(project, seen)).toEqual({
    ".gitignore": "kept",
    "a.log": "it was there before, where rein does not look",
  });
});

test("a moved folder is its files gone in one place and new in the other", async () => {
  await using project = await makeProject({ "src/a.ts": "a", "src/deep/b.ts": "b" });
  const { command } = watch(project);
  const seen = await command(() => renameSync(project.path("src"), project.path("lib")));
  expect(said(project, seen)).toEqual({
    "lib/a.ts": "new",
    "lib/deep/b.ts": "new",
    "src/a.ts": "kept",
    "src/deep/b.ts": "kept",
  });
});

test("what is only touched, or written as it was, is no change", async () => {
  await using project = await makeProject({ "a.txt": "same", "b.txt": "b" });
  const { command } = watch(project);
  const seen = await command(() => writeFileSync(project.path("a.txt"), "same"));
  expect(seen).toEqual({ files: [], after: [] });
});

test("between two commands others may change what they like: that is not the next command's", async () => {
  await using project = await makeProject({ "a.txt": "one", "b.txt": "one" });
  const { command, watch: made, store } = watch(project);
  await command(() => undefined);
  writeFileSync(project.path("a.txt"), "by the user");
  writeFileSync(project.path("b.txt"), "by a tool");
  await made.written([project.path("b.txt")]);
  const seen = await command(() => writeFileSync(project.path("b.txt"), "two"));
  expect(said(project, seen)).toEqual({ "b.txt": "kept" });
  const kept = await store.read(seen.files[0]?.before ?? "");
  expect("bytes" in kept && new TextDecoder().decode(kept.bytes)).toBe("by a tool");
});

test("more changes than a line of the log holds are counted, not pretended", async () => {
  await using project = await makeProject({ "src/z.txt": "old" });
  const { command } = watch(project);
  const seen = await command(() => {
    for (let at = 0; at < 2_002; at += 1) writeFileSync(project.path(`f${at}`), "x");
    writeFileSync(project.path("src/z.txt"), "new");
  });
  expect(seen.files).toHaveLength(2_000);
  // Of what was there before more is lost than of what is only new.
  expect(said(project, seen)["src/z.txt"]).toBe("kept");
  expect(seen.note).toContain("3 more files");
  expect(seen.unnamed).toEqual({ first: project.path("f997"), last: project.path("f999") });
});

test("a project with too many files, and a whole home folder, are named once", async () => {
  await using project = await makeProject(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`d${at}/f`, "x"])),
  );
  const { command } = watch(project, { maxFiles: 3 });
  expect((await command(() => undefined)).note).toContain("more than 3 files");
  expect((await command(() => undefined)).note).toBeUndefined();
  const atHome = watch(project, { home: project.folder });
  const seen = await atHome.command(() => writeFileSync(project.path("d1/f"), "new"));
  expect(seen.files).toEqual([]);
  expect(seen.note).toContain("home folder");
});

test("what a stopped command changes until it is really over is in the log, and the next command waits for that", async () => {
  await using project = await makeProject({ "a.txt": "one", "b.txt": "one" });
  const { command, watch: made, log, never } = watch(project);
  const over = Promise.withResolvers<void>();
  const stopped = await made.begin({ callId: "stopped", command: "" }, never);
  stopped.leave(over.promise);
  const next = command(() => writeFileSync(project.path("b.txt"), "two"));
  writeFileSync(project.path("a.txt"), "two");
  over.reject(new Error("killed"));
  expect(said(project, await next)).toEqual({ "b.txt": "kept" });
  expect(log).toMatchObject([
    { type: "checkpoint", callId: "stopped", files: [{ path: project.path("a.txt") }] },
  ]);
  await made.settled();
});

test("what a job changes while a command runs is told with its own call, without what the files hold since", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  const { command, watch: made, log, jobs, never } = watch(project);
  const started = await made.begin({ callId: "job", command: "" }, never);
  const job = jobs.start({
    command: "until [ -e go ]; do sleep 0.01; done; echo two > a.txt; until [ -e end ]; do sleep 0.01; done",
    cwd: project.folder,
  });
  await started.end({ ...done, job: { id: job.id, runs: true } });
  writeFileSync(project.path("go"), "");
  while ((await project.read("a.txt")) !== "two\n") await new Promise((resolve) => setImmediate(resolve));
  const seen = await command(() => writeFileSync(project.path("mine.txt"), "x"));
  expect(said(project, seen)).toEqual({ "mine.txt": "new" });
  expect(log).toMatchObject([
    { callId: "job", files: [{ path: project.path("a.txt") }, { path: project.path("go") }] },
  ]);
  expect(JSON.stringify(log)).not.toContain('"after"');
  writeFileSync(project.path("end"), "");
  await jobs.ended(job.id);
});

test("a signal ends the wait before a command at once", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  const { watch: made, never } = watch(project);
  const first = await made.begin({ callId: "one", command: "" }, never);
  const stop = new AbortController();
  const second = made.begin({ callId: "two", command: "" }, stop.signal);
  stop.abort();
  expect(await (await second).end(done)).toEqual({ files: [], after: [] });
  await first.end(done);
});

test("contents come from git's own objects as long as git knows the file as it is", async () => {
  const large = "line\n".repeat(100_000);
  await using project = await makeProject({
    "large.txt": large,
    "filtered.txt": large,
    ".gitattributes": "filtered.txt ident\n",
  });
  const git = (...args: string[]) =>
    $`git -c user.name=x -c user.email=x@example.org ${args}`.cwd(project.folder).env(project.env).quiet();
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-q", "-m", "All");
  const { command, store } = watch(project);
  const seen = await command(() => {
    rmSync(project.path("large.txt"));
    rmSync(project.path("filtered.txt"));
    rmSync(project.path(".git/index"));
  });
  expect(said(project, seen)).toEqual({
    "filtered.txt": "git has it in another form (a filter or another encoding), or could not be asked",
    "large.txt": "kept",
  });
  const kept = await store.read(seen.files.find(({ path }) => path.endsWith("large.txt"))?.before ?? "");
  expect("bytes" in kept && new TextDecoder().decode(kept.bytes) === large).toBe(true);
});

test("files that may hold secrets are named, and no copy of them is made", async () => {
  await using project = await makeProject({ "a.secret": "old", "a.txt": "old" });
  const { command, store } = watch(project);
  const seen = await command(() => {
    for (const name of ["a.secret", "a.txt"]) writeFileSync(project.path(name), "new");
  });
  expect(said(project, seen)["a.secret"]).toStartWith("it may hold secrets");
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
  expect(store.has(hash("new"))).toBe(true);
  const after = seen.after.find(({ path }) => path.endsWith("a.secret"))?.after;
  expect(after).toBe(hash("new"));
});

test("when the disk is full the command runs, and the reason that is told is that one", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  const store = createCheckpointStore(join(project.home, "checkpoints"));
  const { command } = watch(project, {
    store: { ...store, keepLoosely: async () => ({ notKept: "no space is left on the disk" }) },
  });
  const seen = await command(() => writeFileSync(project.path("a.txt"), "two"), "sed -i s/one/two/ a.txt");
  expect(said(project, seen)).toEqual({ "a.txt": "no space is left on the disk" });
  expect(await project.read("a.txt")).toBe("two");
});

test("what was removed from the store meanwhile is kept again before a later command", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  let now = Date.now();
  const { command } = watch(project, { now: () => now });
  await command(() => undefined);
  rmSync(join(project.home, "checkpoints"), { recursive: true });
  now += 2 * 60 * 60 * 1000;
  const seen = await command(() => writeFileSync(project.path("a.txt"), "two"));
  expect(said(project, seen)).toEqual({ "a.txt": "kept" });
});

test("files with names that are no UTF-8 are named as not looked at, once", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  const odd = Buffer.concat([Buffer.from(`${project.folder}/`), Buffer.from([0x6f, 0x64, 0x64, 0xff])]);
  writeFileSync(odd, "one");
  const { command } = watch(project);
  const seen = await command(() => writeFileSync(odd, "two"));
  expect(seen.files).toEqual([]);
  expect(seen.note).toContain("could not be looked at");
  expect(seen.note).toContain("odd");
  expect((await command(() => undefined)).note).toBeUndefined();
});

test("what a broken .git or a broken store is, a command's changes are seen", async () => {
  await using project = await makeProject({ "a.txt": "one", ".git": "gitdir: a.txt\n" });
  writeFileSync(join(project.home, "no folder"), "");
  const { command } = watch(project, { store: createCheckpointStore(join(project.home, "no folder")) });
  for (const text of ["two", "three"]) {
    const seen = await command(() => writeFileSync(project.path("a.txt"), text));
    expect(said(project, seen)["a.txt"]).toContain("could not be written");
    expect(seen.note).toBeUndefined();
  }
});

test("while a command runs for long, also until it is stopped, the user may have written its files too: a restore is to ask", async () => {
  await using project = await makeProject({ "a.txt": "one", "gone.txt": "one" });
  let now = Date.now();
  const { command, watch: made, log, never } = watch(project, { now: () => now });
  const long = await command(() => {
    now += 3_000;
    writeFileSync(project.path("a.txt"), "two");
    rmSync(project.path("gone.txt"));
  });
  expect(said(project, long)).toEqual({ "a.txt": "kept", "gone.txt": "kept" });
  // Nothing is overwritten where nothing is.
  expect(long.after).toEqual([{ path: project.path("gone.txt"), after: null }]);
  const short = await command(() => writeFileSync(project.path("a.txt"), "three"));
  expect(short.after).toHaveLength(1);
  // Nobody knows how long it ran.
  const setBack = await command(() => {
    now -= 60_000;
    writeFileSync(project.path("a.txt"), "back");
  });
  expect(setBack.after).toEqual([]);
  const stopped = await made.begin({ callId: "stopped", command: "" }, never);
  writeFileSync(project.path("a.txt"), "four");
  now += 3_000;
  stopped.leave(Promise.resolve());
  await made.settled();
  expect(log).toMatchObject([{ callId: "stopped", files: [{ path: project.path("a.txt") }] }]);
  expect(JSON.stringify(log)).not.toContain('"after"');
});

test("an ignored file that a command both writes and brings into view is not taken for a new one", async () => {
  await using project = await makeProject({ ".gitignore": "*.log\n", "a.log": "old" });
  await $`git init -q`.cwd(project.folder).env(project.env);
  const { command } = watch(project);
  const { birthtimeMs } = statSync(project.path("a.log"));
  while (Date.now() < birthtimeMs + 50) await new Promise((resolve) => setImmediate(resolve));
  const seen = await command(() => {
    writeFileSync(project.path(".gitignore"), "");
    writeFileSync(project.path("a.log"), "new");
    writeFileSync(project.path("b.log"), "new");
  });
  expect(said(project, seen)).toEqual({
    ".gitignore": "kept",
    "a.log": "it was there before, where rein does not look",
    "b.log": "new",
  });
});
