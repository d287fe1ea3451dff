/** Bringing files back on a real disk: what is done, what is refused, and that nothing is lost on the way. */
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
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
import type { CheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import type { TestProject } from "../support/project.ts";
import { outcomes, scene } from "./restore-scene.ts";

/** The clock of a disk is a little behind: resolves when what is made now is made later than `at`. */
async function diskIsLaterThan(at: string, project: TestProject): Promise<void> {
  const probe = join(project.home, "probe");
  do {
    rmSync(probe, { force: true });
    writeFileSync(probe, "");
    await new Promise((resolve) => setImmediate(resolve));
  } while (Math.floor(statSync(probe).birthtimeMs) <= Date.parse(at));
}

test("any bytes, rights and links come back, and the undoing of it gives what was there; what links lead to is not touched", async () => {
  const content = fc.option(
    fc.oneof(
      fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), mode: fc.constantFrom(0o644, 0o755, 0o600) }),
      // A file and a folder outside, nothing at all, and itself.
      fc.record({
        link: fc.constantFrom("../../outside/theirs", "../../outside", "/nowhere/at/all", "file", "链接\n"),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(content, content, async (one, other) => {
      const { project, command, plan, apply, last } = await scene({ "../outside/theirs": "theirs" });
      await using _ = project;
      const file = project.path("sub/file");
      const put = (now: typeof one) => {
        rmSync(file, { force: true });
        if (now === null) return;
        mkdirSync(project.path("sub"), { recursive: true });
        if ("link" in now) return symlinkSync(now.link, file);
        writeFileSync(file, now.bytes);
        chmodSync(file, now.mode);
      };
      const is = () => {
        const stats = lstatSync(file, { throwIfNoEntry: false });
        if (stats === undefined) return null;
        if (stats.isSymbolicLink()) return { link: readlinkSync(file) };
        return { bytes: new Uint8Array(readFileSync(file)), mode: stats.mode & 0o777 };
      };
      put(one);
      const to = last();
      await command(["sub/file"], () => put(other));
      const changed = last();
      const made = await plan(to);
      expect(made.steps.map(({ changedOutside }) => changedOutside)).toEqual([false]);
      await apply(made);
      expect(is()).toEqual(one);
      await apply(await plan(changed));
      expect(is()).toEqual(other);
      expect(await project.read("../outside/theirs")).toBe("theirs");
      expect(readdirSync(project.path("../outside"))).toEqual(["theirs"]);
      // Nor is anything left beside it.
      const beside = existsSync(project.path("sub")) ? readdirSync(project.path("sub")) : [];
      expect(beside.filter((name) => name !== "file")).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("a link that somebody leads elsewhere is asked about, and is left when it changes meanwhile", async () => {
  const { project, command, plan, apply, last } = await scene();
  await using _ = project;
  const link = project.path("link");
  const lead = (target: string) => {
    rmSync(link, { force: true });
    symlinkSync(target, link);
  };
  lead("one");
  const to = last();
  await command(["link"], () => lead("two"));
  lead("theirs");
  const made = await plan(to);
  expect(made.steps.map(({ action, changedOutside }) => [action.type, changedOutside])).toEqual([
    ["write", true],
  ]);
  lead("theirs again");
  expect(outcomes((await apply(made)).ends)).toEqual({ link: "it has changed while this was being decided" });
  expect(readlinkSync(link)).toBe("theirs again");
  const { words } = await apply(await plan(to));
  expect(words).toEqual(["Brought back 1 link: link."]);
  expect(readlinkSync(link)).toBe("one");
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

test("a folder that was there stays, however soon after it was made the conversation began", async () => {
  const { project, command, plan, apply, last, session } = await scene({ "there/x.txt": "x" }, (made) =>
    Math.floor(statSync(made.path("there")).birthtimeMs),
  );
  await using _ = project;
  unlinkSync(project.path("there/x.txt"));
  const to = last();
  expect(Date.parse(session.entries()[0]?.at ?? "")).toBeLessThan(
    statSync(project.path("there")).birthtimeMs,
  );
  await command(["there/a"], () => writeFileSync(project.path("there/a"), "a"));
  expect(outcomes((await apply(await plan(to))).ends)).toEqual({ "there/a": "deleted" });
  expect(existsSync(project.path("there"))).toBe(true);
});

describe("is refused, with the reason", () => {
  test("where a link has taken the place of a folder on the way; of one in the place of the file it is asked: nothing outside is touched", async () => {
    const { project, command, plan, apply, last, session } = await scene({
      "a.txt": "one",
      "sub/b.txt": "one",
    });
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
    // Planned before the swap.
    const { ends, entryId } = await apply(made);
    expect(ends.every(({ outcome }) => outcome.type === "failed")).toBe(true);
    expect(entryId).toBeNull();
    expect(readlinkSync(project.path("a.txt"))).toBe(join(outside, "b.txt"));
    // And after it.
    const again = await plan(to);
    expect(again.steps.map(({ action, changedOutside }) => [action.type, changedOutside])).toEqual([
      ["write", true],
      ["impossible", true],
    ]);
    const swapped = session.entries().at(-1)?.id ?? null;
    expect(outcomes((await apply(again)).ends)).toEqual({ "a.txt": "written" });
    expect(lstatSync(project.path("a.txt")).isFile()).toBe(true);
    expect(await project.read("a.txt")).toBe("one");
    await apply(await plan(swapped));
    expect(readlinkSync(project.path("a.txt"))).toBe(join(outside, "b.txt"));
    expect(readFileSync(join(outside, "b.txt"), "utf8")).toBe("theirs");
    expect(readdirSync(outside)).toEqual(["b.txt"]);
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
  const was = fc.constantFrom("nothing", "file", "link");
  const is = fc.constantFrom("file", "link");
  const swaps = ["other bytes", "nothing", "a folder", "a link", "a folder above that is a link"] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...swaps), fc.nat({ max: 3 }), was, is, async (swap, at, one, two) => {
      const { project, command, plan, apply, last, store, session } = await scene({
        "../home/elsewhere/a.txt": "two",
      });
      await using _ = project;
      mkdirSync(project.path("sub"), { recursive: true });
      const file = project.path("sub/a.txt");
      const elsewhere = join(project.home, "elsewhere");
      const put = (what: typeof one, text: string) => {
        rmSync(file, { force: true });
        if (what === "file") writeFileSync(file, text);
        if (what === "link") symlinkSync(join(elsewhere, text), file);
      };
      put(one, "one");
      const to = last();
      await command(["sub/a.txt"], () => put(two, "two"));
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
      const append: Parameters<typeof apply>[1] = {
        append(entry) {
          swapNow();
          return session.append(entry);
        },
      };
      const { ends } = await apply(await plan(to), { store: swapping, ...append });
      expect(readFileSync(join(elsewhere, "a.txt"), "utf8")).toBe("two");
      expect(readdirSync(elsewhere)).toEqual(["a.txt"]);
      expect(ends).toHaveLength(1);
      if (calls > at && ends[0]?.outcome.type === "failed" && swap === "other bytes")
        expect(readFileSync(file, "utf8")).toBe("mine");
    }),
    { numRuns: 100 },
  );
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
