/** Whatever commands do to a project, bringing it back gives exactly what was there, or says of what it cannot. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { createProjectWatch } from "../../src/app/file-watch/project-watch.ts";
import { applyRestore } from "../../src/app/restore-apply.ts";
import { planRestore } from "../../src/app/restore-files.ts";
import { createJobs } from "../../src/process/jobs.ts";
import { createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import { makeProject } from "../support/project.ts";

/**
 * What a model has run in a shell, and what goes wrong there. Each may follow any other, so that one may write and remove
 * through the links of another: none leads out of what belongs to the test.
 */
const commands = [
  "echo more >> a.txt",
  "printf 'x\\0y\\r\\n\\377' > src/binary",
  "sed -i 's/a/b/' a.txt src/*.ts",
  "mv src lib",
  "mv lib src",
  "mv a.txt A.txt",
  "mv A.txt a.txt",
  "rm -rf src",
  "rm -f a.txt && mkdir a.txt && echo in > a.txt/in",
  "rm -rf a.txt && echo again > a.txt",
  "rm -rf src && echo file > src",
  "mv src was && ln -s was src",
  "rm src; mv was src",
  "mv src Src && ln -s Src src",
  "mkdir lib; mv src/inner lib/ && ln -s ../lib/inner src/inner",
  "rm -rf .git",
  'rm -rf "$PWD"; mkdir "$PWD"',
  "rm -f a.txt && ln -s ../home/outside/theirs a.txt",
  "rm -f link folder-link",
  "ln -sfn a.txt link; ln -sfn ../home/nowhere/at/all folder-link",
  "mv link src/; mv folder-link other-link",
  "rm -f link && echo file > link",
  "rm -f folder-link && mkdir folder-link && echo in > folder-link/in",
  "rm -rf src && ln -s ../home/outside src",
  "mkdir -p deep && ln -s ../a.txt deep/l; ln -s loop loop",
  "cp -P link copied; rm link; mv copied link",
  "cp -al src linked; ln link other-link; mv link t; mv folder-link link; mv t folder-link",
  "ln -f src/b.ts hard && echo through >> hard",
  "cp -p src/b.ts copy.ts; chmod 755 src/*.ts",
  "chmod 400 a.txt",
  ": > a.txt",
  "touch a.txt src/*.ts",
  "mkdir -p deep/er/and && echo new > deep/er/and/file",
  "rm -rf deep",
  "echo odd > \"$(printf 'new\\nline')\"",
  "echo '*.tmp' > .gitignore; echo x > y.tmp",
  "git add -A && git commit -qm more",
  "git stash -q -u",
  "git stash pop -q",
  "git checkout -q -b other; git rm -rqf src; git commit -qm gone",
  "git checkout -q -f main",
  "git reset -q --hard",
  "git clean -qfd",
  "git checkout -q HEAD~1",
  "git config core.autocrlf true; git checkout -q -f main -- .",
];

test("none of the commands names a place outside of the test's own folders, to which a link of another could lead", () => {
  expect(
    commands.filter((command) => /(?:^|[\s"'=>])[/~]|\.\.\/(?!home\/|lib\/|a\.txt)/.test(command)),
  ).toEqual([]);
});

/** Every file below a folder, with its rights and bytes, and every link with where it leads. */
function filesIn(folder: string, under = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(folder, under))) {
    if (name === ".git") continue;
    const path = join(under, name);
    const stats = lstatSync(join(folder, path));
    if (stats.isDirectory()) for (const [one, held] of filesIn(folder, path)) found.set(one, held);
    else if (stats.isFile())
      found.set(path, `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(folder, path), "hex")}`);
    else found.set(path, `link ${readlinkSync(join(folder, path))}`);
  }
  return found;
}

test("the project is as it was, but for what the plan and its end say they leave", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...commands), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (ran, isInGit) => {
        await using project = await makeProject({
          "a.txt": "a\n",
          "src/b.ts": "b\n",
          "src/c.ts": "aaa\r\nc",
          "src/inner/d.ts": "d\n",
          "../home/outside/theirs": "theirs\n",
        });
        symlinkSync("src/b.ts", project.path("link"));
        symlinkSync("src", project.path("folder-link"));
        const env = {
          ...project.env,
          // Where the project has no repository, git takes none above it.
          GIT_CEILING_DIRECTORIES: dirname(project.folder),
          GIT_AUTHOR_NAME: "x",
          GIT_AUTHOR_EMAIL: "x@example.org",
          GIT_COMMITTER_NAME: "x",
          GIT_COMMITTER_EMAIL: "x@example.org",
        };
        const sh = (command: string) => $`sh -c ${command}`.cwd(project.folder).env(env).quiet().nothrow();
        if (isInGit) await sh("git init -q -b main && git add . && git commit -qm All");
        const session = memorySession({ cwd: project.folder, version: "0" }, { now: () => Date.now() });
        const store = createCheckpointStore(join(project.home, "checkpoints"));
        const jobs = createJobs({ onEnd() {} });
        const watch = createProjectWatch({
          root: project.folder,
          home: project.home,
          env,
          store,
          hides: () => false,
          jobs: () => jobs,
          // However slow the machine is, nobody else had the time to change anything.
          now: () => 0,
          append: (entry) => void session.append(entry),
          tell: (message) => {
            throw new Error(message);
          },
        });
        const to = session.append({ type: "user", text: "begin", via: "submit" }).id;
        const before = filesIn(project.folder);
        const never = new AbortController().signal;
        for (const [at, command] of ran.entries()) {
          const callId = `call_${at}`;
          const watched = await watch.begin({ callId, command }, never);
          await sh(command);
          const result = { ok: true as const, text: "" };
          const { files, note, after } = await watched.end(result);
          expect(note).toBeUndefined();
          session.append({ type: "checkpoint", callId, files });
          session.append({
            type: "tool_result",
            callId,
            name: "bash",
            title: "",
            result,
            durationMs: 0,
            files: after,
          });
        }
        const made = filesIn(project.folder);
        const last = session.entries().at(-1)?.id ?? null;
        const left = new Set<string>();
        const bringBack = async (place: string | null) => {
          const plan = await planRestore({
            entries: session.entries(),
            to: place,
            root: project.folder,
            store,
          });
          if (plan === null) throw new Error("no plan");
          const { ends } = await applyRestore(plan, undefined, {
            root: project.folder,
            store,
            append: (entry) => session.append(entry),
            entries: session.entries(),
          });
          for (const { name, action, changedOutside } of plan.steps) {
            expect(changedOutside && action.type !== "impossible" ? name : null).toBeNull();
            if (action.type !== "impossible") continue;
            // It was ignored for a while, or is by now.
            expect(`${name}: ${action.because}`).toBe(
              "y.tmp: what it held was not kept: it was there before, where rein does not look",
            );
            left.add(name);
          }
          expect(ends.filter(({ outcome }) => outcome.type === "failed")).toEqual([]);
        };
        const same = (is: Map<string, string>, was: Map<string, string>) => {
          const known = (files: Map<string, string>) =>
            Object.fromEntries([...files].filter(([path]) => !left.has(path) && !path.endsWith(".tmp")));
          expect(known(is)).toEqual(known(was));
        };
        await bringBack(to);
        same(filesIn(project.folder), before);
        await bringBack(last);
        same(filesIn(project.folder), made);
      },
    ),
    { numRuns: Number(process.env["RUNS"] ?? 15) },
  );
});
