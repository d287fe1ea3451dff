/** Bringing files back on a real disk: what is done, what is refused, and that nothing is lost on the way. */
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { applyRestore } from "../../src/app/restore-apply.ts";
import { planRestore, type RestorePlan } from "../../src/app/restore-files.ts";
import { killedSentence } from "../../src/protocol/interruption.ts";
import { type CheckpointStore, createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A project, a store and a session that notes what is done to files; its clock is ahead of the disk's by `aheadMs`. */
async function scene(files: Readonly<Record<string, string | Uint8Array>> = {}, aheadMs = 0) {
  const project = await makeProject(files);
  const store = createCheckpointStore(join(project.home, "checkpoints"));
  const session = memorySession({ cwd: project.folder, version: "0" }, { now: () => Date.now() + aheadMs });
  session.append({ type: "user", text: "begin", via: "submit" });
  let calls = 0;
  /** Does something to these files as a command does, and has the log say so. */
  async function command(names: readonly string[], work: () => void): Promise<void> {
    const before = await Promise.all(names.map((name) => held(project, store, name)));
    work();
    const callId = `call_${(calls += 1)}`;
    session.append({ type: "checkpoint", callId, files: before });
    const files = await Promise.all(
      names.map(async (name) => ({
        path: project.path(name),
        after: (await held(project, store, name)).before,
      })),
    );
    const result = { ok: true as const, text: "" };
    session.append({ type: "tool_result", callId, name: "bash", title: "", result, durationMs: 0, files });
  }
  const plan = async (to: string | null, paths?: readonly string[]): Promise<RestorePlan> => {
    const only = paths === undefined ? {} : { paths: paths.map((name) => project.path(name)) };
    const made = await planRestore({ entries: session.entries(), to, root: project.folder, store, ...only });
    if (made === null) throw new Error("no such entry");
    return made;
  };
  const apply = (made: RestorePlan, options: Partial<Parameters<typeof applyRestore>[2]> = {}) =>
    applyRestore(made, undefined, {
      root: project.folder,
      store,
      append: (entry) => session.append(entry),
      entries: session.entries(),
      ...options,
    });
  const last = () => session.entries().at(-1)?.id ?? null;
  return { project, store, session, command, plan, apply, last };
}

async function held(project: TestProject, store: CheckpointStore, name: string) {
  const path = project.path(name);
  if (!existsSync(path) || !statSync(path).isFile()) return { path, before: null };
  const kept = await store.keep(readFileSync(path));
  if ("notKept" in kept) throw new Error(kept.notKept);
  return { path, before: kept.hash, mode: statSync(path).mode & 0o777 };
}

/** The clock of a disk is a little behind: resolves when what is made now is made later than `at`. */
async function diskIsLaterThan(at: string, project: TestProject): Promise<void> {
  const probe = join(project.home, "probe");
  do {
    rmSync(probe, { force: true });
    writeFileSync(probe, "");
    await new Promise((resolve) => setImmediate(resolve));
  } while (statSync(probe).birthtimeMs <= Date.parse(at));
}

function outcomes(ends: Awaited<ReturnType<typeof applyRestore>>["ends"]): Record<string, string> {
  return Object.fromEntries(
    ends.map(({ name, outcome }) => [name, outcome.type === "failed" ? outcome.because : outcome.type]),
  );
}

test("any bytes and rights come back, and the undoing of it gives what was there, byte for byte", async () => {
  const content = fc.option(
    fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), mode: fc.constantFrom(0o644, 0o755, 0o600) }),
  );
  await fc.assert(
    fc.asyncProperty(content, content, async (one, other) => {
      const { project, command, plan, apply, last } = await scene();
      await using _ = project;
      const file = project.path("sub/file");
      const put = (now: typeof one) => {
        rmSync(file, { force: true });
        if (now === null) return;
        mkdirSync(project.path("sub"), { recursive: true });
        writeFileSync(file, now.bytes);
        chmodSync(file, now.mode);
      };
      const is = () =>
        existsSync(file)
          ? { bytes: new Uint8Array(readFileSync(file)), mode: statSync(file).mode & 0o777 }
          : null;
      put(one);
      const to = last();
      await command(["sub/file"], () => put(other));
      const changed = last();
      await apply(await plan(to));
      expect(is()).toEqual(one);
      await apply(await plan(changed));
      expect(is()).toEqual(other);
    }),
    { numRuns: 40 },
  );
});

test("folders that came with a file go with it; those that were there, or hold something else, stay", async () => {
  const { project, command, plan, apply, last, session } = await scene({ "there/x.txt": "x" });
  await using _ = project;
  unlinkSync(project.path("there/x.txt"));
  const to = last();
  await diskIsLaterThan(session.entries()[0]?.at ?? "", project);
  await command(["there/a", "new/deep/b", "shared/c"], () => {
    mkdirSync(project.path("new/deep"), { recursive: true });
    mkdirSync(project.path("shared"));
    for (const name of ["there/a", "new/deep/b", "shared/c"]) writeFileSync(project.path(name), name);
  });
  await project.write("shared/mine.txt", "mine");
  expect(outcomes((await apply(await plan(to))).ends)).toEqual({
    "there/a": "deleted",
    "new/deep/b": "deleted",
    "shared/c": "deleted",
  });
  expect(existsSync(project.path("there"))).toBe(true);
  expect(existsSync(project.path("new"))).toBe(false);
  expect(await project.read("shared/mine.txt")).toBe("mine");
});

test("a file that became a folder comes back, and a folder that became a file", async () => {
  // Whatever the disk's clock says of the age of folders.
  const { project, command, plan, apply, last } = await scene({ a: "file", "b/c": "inside" }, 60_000);
  await using _ = project;
  const to = last();
  await command(["a", "b/c", "a/x", "b"], () => {
    rmSync(project.path("a"));
    rmSync(project.path("b"), { recursive: true });
    mkdirSync(project.path("a"));
    writeFileSync(project.path("a/x"), "x");
    writeFileSync(project.path("b"), "b");
  });
  const { words } = await apply(await plan(to));
  expect([await project.read("a"), await project.read("b/c")]).toEqual(["file", "inside"]);
  expect(words).toHaveLength(2);
});

describe("is refused, with the reason", () => {
  test("where a link has taken the place of the file, or of a folder on the way: nothing outside is touched", async () => {
    const { project, command, plan, apply, last } = await scene({ "a.txt": "one", "sub/b.txt": "one" });
    await using _ = project;
    const outside = join(project.home, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "b.txt"), "theirs");
    const to = last();
    await command(["a.txt", "sub/b.txt"], () => {
      writeFileSync(project.path("a.txt"), "two");
      writeFileSync(project.path("sub/b.txt"), "two");
    });
    const made = await plan(to);
    rmSync(project.path("a.txt"));
    symlinkSync(join(outside, "b.txt"), project.path("a.txt"));
    rmSync(project.path("sub"), { recursive: true });
    symlinkSync(outside, project.path("sub"));
    // Planned before and after the swap.
    for (const one of [made, await plan(to)]) {
      const { ends, entryId } = await apply(one);
      expect(ends.every(({ outcome }) => outcome.type === "failed")).toBe(true);
      expect(entryId).toBeNull();
    }
    expect(readFileSync(join(outside, "b.txt"), "utf8")).toBe("theirs");
    expect(readlinkSync(project.path("a.txt"))).toBe(join(outside, "b.txt"));
  });

  test("of what belongs to git, and of what is no longer kept", async () => {
    const { project, command, plan, last } = await scene({ ".git/config": "one", "a.txt": "one" });
    await using _ = project;
    const to = last();
    await command([".git/config", "a.txt"], () => {
      writeFileSync(project.path(".git/config"), "two");
      writeFileSync(project.path("a.txt"), "two");
    });
    rmSync(join(project.home, "checkpoints"), { recursive: true });
    const reasons = (await plan(to)).steps.map(({ action }) =>
      action.type === "impossible" ? action.because : action.type,
    );
    expect(reasons).toEqual([
      "it belongs to version control, which rein does not touch",
      "what it held is no longer kept: it was too old, or too much",
    ]);
  });

  test("when the file changes between the plan and its doing, or what it holds cannot be kept", async () => {
    const { project, command, plan, apply, last, store, session } = await scene({
      "a.txt": "one",
      "b.txt": "one",
    });
    await using _ = project;
    const to = last();
    await command(["a.txt", "b.txt"], () => {
      for (const name of ["a.txt", "b.txt"]) writeFileSync(project.path(name), "two");
    });
    const made = await plan(to);
    await project.write("a.txt", "mine");
    const full: Pick<CheckpointStore, "keep" | "read"> = {
      ...store,
      keep: async () => ({ notKept: "the disk is full" }),
    };
    const { ends, words } = await apply(made, { store: full });
    expect(outcomes(ends)).toEqual({
      "a.txt": "it has changed while this was being decided",
      "b.txt": "what it holds now could not be kept: the disk is full",
    });
    expect(words).toHaveLength(2);
    expect([await project.read("a.txt"), await project.read("b.txt")]).toEqual(["mine", "two"]);
    expect(session.entries().some(({ type }) => type === "restore")).toBe(false);
  });
});

test("whatever a file is swapped for at whatever moment of a restore, nothing is thrown and nothing of it is lost", async () => {
  const swaps = ["other bytes", "nothing", "a folder", "a link", "a folder above that is a link"] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...swaps), fc.nat({ max: 3 }), fc.boolean(), async (swap, at, isNew) => {
      const { project, command, plan, apply, last, store } = await scene(isNew ? {} : { "sub/a.txt": "one" });
      await using _ = project;
      mkdirSync(project.path("sub"), { recursive: true });
      const to = last();
      await command(["sub/a.txt"], () => writeFileSync(project.path("sub/a.txt"), "two"));
      const file = project.path("sub/a.txt");
      const elsewhere = join(project.home, "elsewhere");
      mkdirSync(elsewhere);
      writeFileSync(join(elsewhere, "a.txt"), "two");
      let calls = 0;
      const swapNow = () => {
        if (calls++ !== at) return;
        rmSync(file);
        if (swap === "other bytes") writeFileSync(file, "mine");
        if (swap === "a folder") mkdirSync(file);
        if (swap === "a link") symlinkSync(join(elsewhere, "a.txt"), file);
        if (swap !== "a folder above that is a link") return;
        rmSync(project.path("sub"), { recursive: true });
        symlinkSync(elsewhere, project.path("sub"));
      };
      const swapping: Pick<CheckpointStore, "keep" | "read"> = {
        async read(hash) {
          swapNow();
          return store.read(hash);
        },
        async keep(bytes) {
          const kept = await store.keep(bytes);
          swapNow();
          return kept;
        },
      };
      const { ends } = await apply(await plan(to), { store: swapping });
      expect(readFileSync(join(elsewhere, "a.txt"), "utf8")).toBe("two");
      expect(ends).toHaveLength(1);
      if (calls > at && ends[0]?.outcome.type === "failed" && swap === "other bytes")
        expect(readFileSync(file, "utf8")).toBe("mine");
    }),
    { numRuns: 60 },
  );
});

test("what stands in a file's place now is said in words for people", async () => {
  const names = ["a folder", "a link", "a pipe"];
  const { project, command, plan, last } = await scene(
    Object.fromEntries(names.map((name) => [name, "one"])),
  );
  await using _ = project;
  const to = last();
  await command(names, () => {
    for (const name of names) unlinkSync(project.path(name));
    mkdirSync(project.path("a folder"));
    symlinkSync("/etc/hostname", project.path("a link"));
    Bun.spawnSync(["mkfifo", project.path("a pipe")]);
  });
  const steps = (await plan(to)).steps.map(({ name, action }) => [
    name,
    action.type === "impossible" ? action.because : action.type,
  ]);
  expect(Object.fromEntries(steps)).toEqual({
    "a folder": "there is a folder now",
    "a link": "it is a link now, or a folder above it is",
    "a pipe": "there is something else than a file now",
  });
});

test("names in what is said stand on one line, and nothing in them is hidden", async () => {
  const name = "a\n\u202egpj.sh";
  const { project, command, plan, apply, last } = await scene({ [name]: "one" });
  await using _ = project;
  const to = last();
  await command([name], () => writeFileSync(project.path(name), "two"));
  const { words, note } = await apply(await plan(to));
  for (const said of [words.join(" "), note]) {
    expect(said).not.toContain("\n");
    expect(said).not.toContain("\u202e");
    expect(said).toContain("gpj.sh");
  }
});

describe("what could not be seen", () => {
  test("of a command that ran when rein was killed is said", async () => {
    const { project, session, plan, last } = await scene();
    await using _ = project;
    const to = last();
    const result = { ok: false as const, kind: "interrupted" as const, message: killedSentence("stopped") };
    session.append({ type: "tool_result", callId: "c", name: "bash", title: "", result, durationMs: 0 });
    expect((await plan(to)).notes.join(" ")).toContain("rein was stopped while a command ran");
  });
});

test("stopped half-way nothing is lost: what was done can be taken back, what was not can be done", async () => {
  const names = ["a.txt", "b.txt", "c.txt"];
  const { project, command, plan, apply, last, store } = await scene(
    Object.fromEntries(names.map((name) => [name, "one"])),
  );
  await using _ = project;
  const to = last();
  await command(names, () => {
    for (const name of names) writeFileSync(project.path(name), "two");
  });
  const changed = last();
  const stop = new AbortController();
  let reads = 0;
  // Each content is read once before anything is done; then the first file's, and it stops.
  const read: CheckpointStore["read"] = (hash) => {
    if ((reads += 1) === names.length + 1) stop.abort();
    return store.read(hash);
  };
  const { ends } = await apply(await plan(to), { signal: stop.signal, store: { ...store, read } });
  expect(ends.map(({ outcome }) => outcome.type)).toEqual(["written", "failed", "failed"]);
  const half = await plan(to);
  expect(half.steps.map(({ action, changedOutside }) => [action.type, changedOutside])).toEqual([
    ["nothing", false],
    ["write", false],
    ["write", false],
  ]);
  await apply(await plan(changed));
  expect(await Promise.all(names.map((name) => project.read(name)))).toEqual(["two", "two", "two"]);
  await apply(half);
});

test("the model is told which files are not what it knows, the user what was done to which", async () => {
  const { project, command, plan, apply, last } = await scene({ "a.txt": "one" });
  await using _ = project;
  const to = last();
  await command(["a.txt", "new.txt"], () => {
    writeFileSync(project.path("a.txt"), "two");
    writeFileSync(project.path("new.txt"), "new");
  });
  const { words, note } = await apply(await plan(to));
  expect(words).toEqual(["Brought back 1 file: a.txt.", "Removed 1 file that came later: new.txt."]);
  expect(note).toContain("a.txt, new.txt");
  const again = await apply(await plan(to));
  expect(again.words).toEqual(["There was nothing to do: the files are as they were."]);
  expect(again.note).toBe("");
  expect(bytesOf(await project.read("a.txt"))).toEqual(bytesOf("one"));
});
