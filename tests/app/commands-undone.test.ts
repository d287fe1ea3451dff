/** Whatever commands do to a project, bringing it back gives exactly what was there, or says of what it cannot. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { createProjectWatch } from "../../src/app/file-watch/project-watch.ts";
import { applyRestore } from "../../src/app/restore-apply.ts";
import { planRestore } from "../../src/app/restore-files.ts";
import { createJobs } from "../../src/process/jobs.ts";
import { createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import { makeProject } from "../support/project.ts";

/** What a model has run in a shell, and what goes wrong there. */
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
  "rm -rf .git",
  'rm -rf "$PWD"; mkdir "$PWD"',
  "rm -f a.txt && ln -s /etc/hostname a.txt",
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

/** Every file below a folder, with its rights and bytes. Links and pipes are named as such. */
function filesIn(folder: string, under = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(folder, under))) {
    if (name === ".git") continue;
    const path = join(under, name);
    const stats = lstatSync(join(folder, path));
    if (stats.isDirectory()) for (const [one, held] of filesIn(folder, path)) found.set(one, held);
    else if (stats.isFile())
      found.set(path, `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(folder, path), "hex")}`);
    else found.set(path, "no file");
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
        });
        const env = {
          ...project.env,
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
          for (const { name, action } of plan.steps) {
            if (action.type !== "impossible") continue;
            expect([
              "it is a link now, or a folder above it is",
              "there is a folder now",
              // Behind a link in the place of its folder it was found at another path.
              "what it held was not kept: it was there before, where rein does not look",
            ]).toContain(action.because);
            left.add(name);
          }
          // What was planned is done, unless a link or a folder that stays is in its way.
          for (const { name, outcome } of ends) {
            if (outcome.type !== "failed") continue;
            expect(ran.some((command) => /ln -s|mkdir a\.txt/.test(command))).toBe(true);
            left.add(name);
          }
        };
        const same = (is: Map<string, string>, was: Map<string, string>) => {
          const isLeft = (path: string) =>
            [...left].some((one) => one === path || path.startsWith(`${one}/`) || one.startsWith(`${path}/`));
          const known = (files: Map<string, string>) =>
            Object.fromEntries(
              [...files].filter(
                ([path, held]) => !isLeft(path) && held !== "no file" && !path.endsWith(".tmp"),
              ),
            );
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
