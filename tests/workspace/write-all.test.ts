import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import * as fc from "fast-check";
import { readFileSnapshot } from "../../src/workspace/read-file.ts";
import {
  type FileStep,
  requireAllUnchanged,
  writeAll,
  WriteAllError,
} from "../../src/workspace/write-all.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const create = (project: TestProject, name: string, mode: number | null = null): FileStep => ({
  type: "create",
  path: project.path(name),
  bytes: bytesOf(`new ${name}`),
  mode,
});

async function replace(project: TestProject, name: string): Promise<FileStep> {
  const before = await readFileSnapshot(project.path(name));
  return { type: "replace", before, bytes: bytesOf(`changed ${name}`) };
}

async function remove(project: TestProject, name: string): Promise<FileStep> {
  return { type: "delete", before: await readFileSnapshot(project.path(name)) };
}

/** Every file and folder of the project with its content and mode. */
async function contentOf(project: TestProject): Promise<Record<string, string>> {
  const names = await readdir(project.folder, { recursive: true });
  const entries = names.toSorted().map(async (name) => {
    const stats = await stat(project.path(name));
    const content = stats.isFile() ? await project.read(name) : "folder";
    return [name, `${(stats.mode & 0o7777).toString(8)} ${content}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function failureOf(work: Promise<unknown>): Promise<WriteAllError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof WriteAllError) return thrown;
    throw thrown;
  }
  throw new Error("it did not fail");
}

/** A signal that fires before step `at` (from 0), after something else has happened. */
function firesAt(at: number, meanwhile: () => void = () => {}): AbortSignal {
  const { signal } = new AbortController();
  let step = 0;
  signal.throwIfAborted = () => {
    if (step === at) {
      meanwhile();
      throw new DOMException("stopped", "AbortError");
    }
    step += 1;
  };
  return signal;
}

describe("several files changed together", () => {
  test("are there whole or not at all at every moment, with rights of their own too", async () => {
    await using project = await makeProject({});
    const seen = new Set<string>();
    let isOver = false;
    const look = () => {
      if (existsSync(project.path("private"))) seen.add(readFileSync(project.path("private"), "utf8"));
      if (!isOver) setImmediate(look);
    };
    look();
    await writeAll([create(project, "private", 0o600)]);
    isOver = true;
    look();
    expect([...seen]).toEqual(["new private"]);
    expect(await contentOf(project)).toEqual({ private: "600 new private" });
  });

  test("are made, changed and removed, with the folders and rights that are needed", async () => {
    await using project = await makeProject({ "a.sh": "a", "b.txt": "b" });
    await chmod(project.path("a.sh"), 0o750);
    const steps = [
      await remove(project, "b.txt"),
      await replace(project, "a.sh"),
      create(project, "x/y/private", 0o600),
    ];
    const outcomes = await writeAll(steps);
    expect([...outcomes.keys()].toSorted()).toEqual([project.path("a.sh"), project.path("x/y/private")]);
    expect(await contentOf(project)).toMatchObject({
      "a.sh": "750 changed a.sh",
      "x/y/private": "600 new x/y/private",
    });
    expect(await readdir(project.folder)).not.toContain("b.txt");
  });

  test("wherever it stops, everything is as it was", async () => {
    await using project = await makeProject({ "a.sh": "a", "b.txt": "b", "c.txt": "c", "d/e.txt": "e" });
    await chmod(project.path("a.sh"), 0o750);
    await chmod(project.path("b.txt"), 0o640);
    const before = await contentOf(project);
    const steps = [
      await replace(project, "a.sh"),
      create(project, "new/folder/f.txt"),
      await remove(project, "b.txt"),
      create(project, "d/g.txt", 0o755),
      await remove(project, "d/e.txt"),
      await replace(project, "c.txt"),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc
          .shuffledSubarray(steps, { minLength: 1 })
          .chain((some) => fc.tuple(fc.constant(some), fc.nat({ max: some.length - 1 }))),
        async ([some, at]) => {
          const failure = await failureOf(writeAll(some, firesAt(at)));
          expect(failure.left).toEqual([]);
          expect(await contentOf(project)).toEqual(before);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("a step that fails names its file", async () => {
    await using project = await makeProject({ "a.txt": "a" });
    const before = await contentOf(project);
    const steps = [await replace(project, "a.txt"), create(project, "x"), create(project, "x/y")];
    const failure = await failureOf(writeAll(steps));
    expect(failure.path).toBe(project.path("x/y"));
    expect(failure.left).toEqual([]);
    expect(await contentOf(project)).toEqual(before);
  });

  test("what somebody else wrote meanwhile is not undone, but named", async () => {
    await using project = await makeProject({ "a.txt": "a", "b.txt": "b" });
    const steps = [
      await replace(project, "a.txt"),
      create(project, "new.txt"),
      await remove(project, "b.txt"),
    ];
    const meanwhile = () => {
      writeFileSync(project.path("a.txt"), "theirs");
      writeFileSync(project.path("new.txt"), "theirs too");
    };
    const failure = await failureOf(writeAll(steps, firesAt(2, meanwhile)));
    expect(failure.left.map(({ path }) => path)).toEqual([project.path("new.txt"), project.path("a.txt")]);
    expect(await project.read("a.txt")).toBe("theirs");
    expect(await project.read("new.txt")).toBe("theirs too");
    expect(await project.read("b.txt")).toBe("b");
  });

  test("a folder into which somebody put something stays", async () => {
    await using project = await makeProject({ "b.txt": "b" });
    const steps = [create(project, "made/inner/f.txt"), await remove(project, "b.txt")];
    const meanwhile = () => writeFileSync(project.path("made/theirs.txt"), "theirs");
    const failure = await failureOf(writeAll(steps, firesAt(1, meanwhile)));
    expect(failure.left).toEqual([]);
    expect(await readdir(project.path("made"))).toEqual(["theirs.txt"]);
  });

  test("files that are no longer what they were are seen beforehand", async () => {
    await using project = await makeProject({ "a.txt": "a", "b.txt": "b" });
    const steps = [await replace(project, "a.txt"), await remove(project, "b.txt"), create(project, "c.txt")];
    await requireAllUnchanged(steps);
    await project.write("b.txt", "B");
    await expect(requireAllUnchanged(steps)).rejects.toThrow("b.txt has changed");
    await project.write("b.txt", "b");
    await mkdir(project.path("c.txt"));
    await expect(requireAllUnchanged(steps)).rejects.toThrow("c.txt exists by now");
  });
});
