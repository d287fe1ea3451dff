import { describe, expect, test } from "bun:test";
import { chmod, link, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "../../src/workspace/file-error.ts";
import { hashOf, holdsBytes, readFileSnapshot } from "../../src/workspace/read-file.ts";
import { removeAbandoned } from "../../src/workspace/temporary-file.ts";
import { writeFileBytes } from "../../src/workspace/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function failureOf(work: Promise<unknown>): Promise<FileError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof FileError) return thrown;
    throw thrown;
  }
  throw new Error("it did not fail");
}

/** Rights mean nothing to root: as root the program runs as nobody, where that can be done. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
const canRunAsOrdinaryUser =
  asOrdinaryUser.length === 0 ||
  (Bun.which("setpriv") !== null &&
    Bun.spawnSync([...asOrdinaryUser, process.execPath, "--version"], { stdin: "ignore" }).exitCode === 0);

/** A small file system of one's own, for a disk that fills up: only as root and where mounting is allowed. */
const canMountMemory =
  process.getuid?.() === 0 &&
  Bun.which("unshare") !== null &&
  Bun.spawnSync(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).exitCode === 0;

describe("reading", () => {
  test("a snapshot has the bytes, their hash and the mode", async () => {
    await using project = await makeProject({ "run.sh": "#!/bin/sh\n" });
    await chmod(project.path("run.sh"), 0o755);
    const file = await readFileSnapshot(project.path("run.sh"));
    expect(file.decoded).toEqual({ text: "#!/bin/sh\n", encoding: "utf-8", bom: false });
    expect(file.mode).toBe(0o755);
    expect(file.hash).toBe(hashOf(bytesOf("#!/bin/sh\n")));
    expect(file.hash).toHaveLength(64);
  });

  test("a FIFO is refused at once instead of being waited for", async () => {
    await using project = await makeProject();
    expect(Bun.spawnSync(["mkfifo", project.path("pipe")]).exitCode).toBe(0);
    expect((await failureOf(readFileSnapshot(project.path("pipe")))).kind).toBe("special_file");
  });

  test("a socket is refused", async () => {
    await using project = await makeProject();
    const server = Bun.listen({ unix: project.path("socket"), socket: { data() {} } });
    expect((await failureOf(readFileSnapshot(project.path("socket")))).kind).toBe("special_file");
    server.stop(true);
  });

  test.each([["/dev/zero"], ["/proc/self/environ"], ["/sys/kernel/notes"]])("%s is refused", async (path) => {
    expect((await failureOf(readFileSnapshot(path))).kind).toBe("special_file");
  });

  test("a folder and a missing file are told apart", async () => {
    await using project = await makeProject();
    expect((await failureOf(readFileSnapshot(project.folder))).kind).toBe("directory");
    expect((await failureOf(readFileSnapshot(project.path("none")))).kind).toBe("not_found");
  });

  test("a link that took the file's place is not followed", async () => {
    await using project = await makeProject({ "a.txt": "a" });
    await symlink(project.path("a.txt"), project.path("b.txt"));
    expect((await failureOf(readFileSnapshot(project.path("b.txt")))).kind).toBe("changed");
  });

  test("a file too large to hold is refused with the way out", async () => {
    await using project = await makeProject({ big: "" });
    const file = Bun.spawnSync(["truncate", "-s", "200M", project.path("big")]);
    expect(file.exitCode).toBe(0);
    const failure = await failureOf(readFileSnapshot(project.path("big")));
    expect(failure.kind).toBe("too_large");
    expect(failure.message).toContain("head");
  });

  test("an abort before it starts reads nothing", async () => {
    await using project = await makeProject({ "a.txt": "a" });
    expect(readFileSnapshot(project.path("a.txt"), AbortSignal.abort())).rejects.toThrow("abort");
  });
});

describe("writing", () => {
  test("a replaced file keeps its mode, and no temporary file is left", async () => {
    await using project = await makeProject({ "run.sh": "old" });
    await chmod(project.path("run.sh"), 0o750);
    const replaces = await readFileSnapshot(project.path("run.sh"));
    const written = await writeFileBytes({ path: project.path("run.sh"), bytes: bytesOf("new"), replaces });
    expect(written.how).toBe("atomic");
    expect(await project.read("run.sh")).toBe("new");
    expect((await stat(project.path("run.sh"))).mode & 0o7777).toBe(0o750);
    expect(await readdir(project.folder)).toEqual(["run.sh"]);
  });

  test("a new file gets the usual mode and its folders are made", async () => {
    await using project = await makeProject();
    await writeFileBytes({ path: project.path("a/b/c.txt"), bytes: bytesOf("x"), replaces: null });
    await writeFile(project.path("plain"), "");
    expect(await project.read("a/b/c.txt")).toBe("x");
    const usual = (await stat(project.path("plain"))).mode;
    expect((await stat(project.path("a/b/c.txt"))).mode).toBe(usual);
    expect(await readdir(project.path("a/b"))).toEqual(["c.txt"]);
  });

  test("a file that somebody made meanwhile is not overwritten", async () => {
    await using project = await makeProject({ "a.txt": "theirs" });
    const failure = await failureOf(
      writeFileBytes({ path: project.path("a.txt"), bytes: bytesOf("ours"), replaces: null }),
    );
    expect(failure.kind).toBe("exists");
    expect(await project.read("a.txt")).toBe("theirs");
    expect(await readdir(project.folder)).toEqual(["a.txt"]);
  });

  test("a file that changed after it was seen is not overwritten", async () => {
    await using project = await makeProject({ "a.txt": "seen" });
    const replaces = await readFileSnapshot(project.path("a.txt"));
    await project.write("a.txt", "theirs");
    const failure = await failureOf(
      writeFileBytes({ path: project.path("a.txt"), bytes: bytesOf("ours"), replaces }),
    );
    expect(failure.kind).toBe("changed");
    expect(await project.read("a.txt")).toBe("theirs");
    expect(await readdir(project.folder)).toEqual(["a.txt"]);
  });

  test("a file that was deleted after it was seen is not made again", async () => {
    await using project = await makeProject({ "a.txt": "seen" });
    const replaces = await readFileSnapshot(project.path("a.txt"));
    Bun.spawnSync(["rm", project.path("a.txt")]);
    const failure = await failureOf(
      writeFileBytes({ path: project.path("a.txt"), bytes: bytesOf("x"), replaces }),
    );
    expect(failure.kind).toBe("not_found");
    expect(await readdir(project.folder)).toEqual([]);
  });

  test("nothing is written through a parent folder that became a link", async () => {
    await using project = await makeProject({ "src/a.txt": "seen" });
    const replaces = await readFileSnapshot(project.path("src/a.txt"));
    Bun.spawnSync(["mv", project.path("src"), project.path("moved")]);
    await mkdir(`${project.home}/src`);
    await writeFile(`${project.home}/src/a.txt`, "seen");
    await symlink(`${project.home}/src`, project.path("src"));
    const failure = await failureOf(
      writeFileBytes({ path: project.path("src/a.txt"), bytes: bytesOf("x"), replaces }),
    );
    expect(failure.kind).toBe("changed");
    expect(await Bun.file(`${project.home}/src/a.txt`).text()).toBe("seen");
  });

  /** Writes `new` to shared/a.txt as an ordinary user who may write the file but make no other beside it. */
  async function writeInClosedFolder(project: TestProject): Promise<string> {
    for (const [name, mode] of [
      ["..", 0o755],
      [".", 0o755],
      ["shared/a.txt", 0o666],
      ["shared", 0o555],
    ] as const) {
      await chmod(project.path(name), mode);
    }
    const program = join(import.meta.dir, "write-program.ts");
    const argv = [...asOrdinaryUser, process.execPath, program, project.path("shared/a.txt"), "new"];
    const run = Bun.spawnSync(argv);
    await chmod(project.path("shared"), 0o755);
    return `${run.stdout.toString()}${run.stderr.toString()}`;
  }

  test.skipIf(!canRunAsOrdinaryUser)(
    "where the folder takes no new files, the file is overwritten in place and keeps its mode",
    async () => {
      await using project = await makeProject({ "shared/a.txt": "a longer old text" });
      expect(await writeInClosedFolder(project)).toBe("in_place");
      expect(await project.read("shared/a.txt")).toBe("new");
      expect((await stat(project.path("shared/a.txt"))).mode & 0o7777).toBe(0o666);
      expect(await readdir(project.path("shared"))).toEqual(["a.txt"]);
    },
  );

  test.skipIf(!canRunAsOrdinaryUser)(
    "in place, a file is not overwritten under its other names",
    async () => {
      await using project = await makeProject({ "shared/a.txt": "old" });
      await link(project.path("shared/a.txt"), `${project.home}/elsewhere`);
      expect(await writeInClosedFolder(project)).toContain("hard links");
      expect(await Bun.file(`${project.home}/elsewhere`).text()).toBe("old");
    },
  );

  test("another hard link keeps the old content, and that is told", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    await link(project.path("a.txt"), project.path("b.txt"));
    const replaces = await readFileSnapshot(project.path("a.txt"));
    const written = await writeFileBytes({ path: project.path("a.txt"), bytes: bytesOf("new"), replaces });
    expect(written.otherLinks).toBe(1);
    expect(await project.read("b.txt")).toBe("old");
  });

  test("two writes of one file never mix: the second sees the first", async () => {
    await using project = await makeProject({ "a.txt": "0" });
    const path = project.path("a.txt");
    const replaces = await readFileSnapshot(path);
    const outcomes = await Promise.allSettled(
      ["1", "2"].map((text) => writeFileBytes({ path, bytes: bytesOf(text), replaces })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await project.read("a.txt")).toBe("1");
  });

  test("an abort before it starts changes nothing", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    const replaces = await readFileSnapshot(project.path("a.txt"));
    const request = { path: project.path("a.txt"), bytes: bytesOf("new"), replaces };
    expect(writeFileBytes(request, AbortSignal.abort())).rejects.toThrow("abort");
    expect(await project.read("a.txt")).toBe("old");
  });

  test("an abort at any moment leaves the old content or the new, whole, and nothing beside it", async () => {
    const [old, now] = ["old\n".repeat(50_000), "new\n".repeat(60_000)];
    for (const isNew of [false, true]) {
      for (let turns = 0; turns < 40; turns += 1) {
        await using project = await makeProject(isNew ? {} : { "a.txt": old });
        const path = project.path("a.txt");
        const replaces = isNew ? null : await readFileSnapshot(path);
        const stop = new AbortController();
        const writing = writeFileBytes({ path, bytes: bytesOf(now), replaces }, stop.signal).then(
          () => "written",
          () => "stopped",
        );
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        stop.abort();
        const outcome = await writing;
        const names = await readdir(project.folder);
        expect(names).toEqual(isNew && outcome === "stopped" ? [] : ["a.txt"]);
        if (names.length > 0) expect(await project.read("a.txt")).toBe(outcome === "written" ? now : old);
      }
    }
  });

  test("a process that ends in the middle of a write leaves the old content and nothing beside it", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    const program = join(import.meta.dir, "exit-program.ts");
    const run = Bun.spawnSync([process.execPath, program, project.path("a.txt")]);
    expect(run.stdout.toString()).toMatch(/\.rein-.*\.tmp/);
    expect(run.exitCode).toBe(7);
    expect(await project.read("a.txt")).toBe("old");
    expect(await readdir(project.folder)).toEqual(["a.txt"]);
  });

  test("what a killed process has left half written is removed, and nothing that anybody still writes", async () => {
    const gone = Bun.spawnSync(["true"]).pid;
    const id = crypto.randomUUID();
    const theirs = [
      ".rein-1.tmp",
      `.rein-0-${id}.tmp`,
      `rein-${gone}-${id}.tmp`,
      `.rein-${gone}-${id}.tmp.txt`,
    ];
    const living = `.rein-${process.pid}-${id}.tmp`;
    const names = [...theirs, living, `.rein-${gone}-${id}.tmp`, "a.txt"];
    await using project = await makeProject(Object.fromEntries(names.map((name) => [name, ""])));
    await removeAbandoned(project.folder);
    expect((await readdir(project.folder)).toSorted()).toEqual([...theirs, living, "a.txt"].toSorted());
  });

  test("folders that were made for a file that could not be written are taken back", async () => {
    await using project = await makeProject({ "kept/a.txt": "" });
    const path = project.path(`kept/x/y/${"n".repeat(300)}`);
    const failure = await failureOf(writeFileBytes({ path, bytes: bytesOf("x"), replaces: null }));
    expect(failure.kind).toBe("bad_path");
    expect(failure.message.length).toBeLessThan(300);
    expect(await readdir(project.path("kept"))).toEqual(["a.txt"]);
  });

  test("a file that grows or shrinks is told from what was seen", async () => {
    await using project = await makeProject({ "a.txt": "one two" });
    const { path, bytes } = await readFileSnapshot(project.path("a.txt"));
    expect(await holdsBytes(path, bytes)).toBeTrue();
    for (const other of ["one tw", "one two ", "one twO", ""]) {
      await project.write("a.txt", other);
      expect(await holdsBytes(path, bytes)).toBeFalse();
    }
  });

  test("a change is announced when nothing but the change is left to do, and never one that is refused", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    const path = project.path("a.txt");
    const seen: string[] = [];
    const beforeChange = async () => {
      seen.push(await project.read("a.txt"));
    };
    const replaces = await readFileSnapshot(path);
    await project.write("a.txt", "theirs");
    await failureOf(writeFileBytes({ path, bytes: bytesOf("x"), replaces, beforeChange }));
    await failureOf(writeFileBytes({ path, bytes: bytesOf("x"), replaces: null, beforeChange }));
    expect(seen).toEqual([]);
    const now = await readFileSnapshot(path);
    await writeFileBytes({ path, bytes: bytesOf("ours"), replaces: now, beforeChange });
    expect(seen).toEqual(["theirs"]);
    expect(await project.read("a.txt")).toBe("ours");
  });

  test("a file that changes while its old content is recorded is not overwritten", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    const path = project.path("a.txt");
    const replaces = await readFileSnapshot(path);
    const beforeChange = () => project.write("a.txt", "theirs");
    const failure = await failureOf(writeFileBytes({ path, bytes: bytesOf("x"), replaces, beforeChange }));
    expect(failure).toMatchObject({ kind: "changed" });
    expect(await project.read("a.txt")).toBe("theirs");
  });

  test.skipIf(!canMountMemory)("a full disk keeps the old content and leaves nothing beside it", async () => {
    await using project = await makeProject();
    await mkdir(project.path("full"));
    const [folder, program] = [project.path("full"), join(import.meta.dir, "write-program.ts")];
    const script = [
      'mount -t tmpfs -o size=64k none "$1" && printf old > "$1/a.txt"',
      '"$2" "$3" "$1/a.txt" "$(head -c 100000 /dev/zero | tr "\\0" x)" 2>&1 | grep -io "no space left"',
      'cat "$1/a.txt"; echo; ls -A "$1"',
    ].join("\n");
    const run = Bun.spawnSync(["unshare", "-m", "sh", "-c", script, "sh", folder, process.execPath, program]);
    expect(run.stdout.toString()).toContain("no space left");
    expect(run.stdout.toString().split("\n").slice(-3)).toEqual(["old", "a.txt", ""]);
  });
});
