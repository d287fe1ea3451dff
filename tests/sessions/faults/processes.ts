/** Faults between processes: locks that die with their holders, and the real program, killed at any moment. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../src/protocol/error.ts";
import { createSession, openSession } from "../../../src/sessions/session-store.ts";
import type { Random } from "../../fuzz/random.ts";
import { checkSession } from "./check.ts";
import { makePlace, start } from "./place.ts";
import type { Tally } from "./tally.ts";

const holder = join(import.meta.dir, "../child.ts");
const rein = join(import.meta.dir, "../../../bin/rein.mjs");

/** A session is open in another process, which is then killed: refused, with the place, and then opened. */
export async function killHolders(times: number, tally: Tally): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    using place = makePlace();
    const { context } = place;
    const session = createSession(start, context);
    const acknowledged = [session.append({ type: "notice", text: "mine" }).id];
    session.close();
    const file = session.file ?? "";
    const child = Bun.spawn([process.execPath, holder, "open", context.paths.data, file], { stdout: "pipe" });
    const reader = child.stdout.getReader();
    await reader.read();
    const wrong: string[] = [];
    try {
      openSession(file, context).session.close();
      wrong.push("two had it open");
    } catch (thrown) {
      if (!messageOf(thrown).includes(`process ${child.pid}`)) wrong.push(`said: ${messageOf(thrown)}`);
    }
    child.kill("SIGKILL");
    await child.exited;
    const verdict = checkSession(file, context, { acknowledged });
    tally.add("holder killed", { ...verdict, wrong: [...wrong, ...verdict.wrong] }, `time ${done}`);
  }
}

const script = Array.from({ length: 6 }, (_, step) =>
  JSON.stringify({
    text: `step ${step} \u2028 ${"x".repeat(200)}`,
    calls: step < 5 ? [{ name: "bash", arguments: { command: `echo ${step}` } }] : [],
    chunks: 3,
  }),
).join("\n");

/** The program without a screen, killed when it has said so many lines. What it told as an entry has to be there. */
export async function killPrograms(random: Random, times: number, tally: Tally): Promise<void> {
  using place = makePlace();
  const { folder, context } = place;
  const env = {
    HOME: join(folder, "home"),
    REIN_DATA_DIR: join(folder, "data"),
    REIN_SANDBOX: "none",
    PATH: process.env["PATH"] ?? "",
  };
  mkdirSync(env.HOME);
  writeFileSync(join(folder, "script.jsonl"), script);
  const model = `script:${join(folder, "script.jsonl")}`;
  const acknowledged = new Map<string, string[]>();
  for (let done = 0; done < times; done += 1) {
    const goesOn = acknowledged.size > 0 && random.chance(60);
    const args = [...(goesOn ? ["-c"] : []), "--events", "--permission-mode", "auto", "--model", model];
    const child = Bun.spawn(["node", rein, ...args], {
      cwd: folder,
      env,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    });
    await child.stdin.write(`${JSON.stringify({ type: "submit", text: `go ${done}` })}\n`);
    await child.stdin.flush();
    const { id, entries, lines } = await readUntilKilled(child, 1 + random.below(60));
    const where = `time ${done}, after ${lines} lines`;
    if (id === null) {
      tally.add(
        "program killed",
        { lost: [], wrong: [`it said nothing: ${await child.stderr.text()}`] },
        where,
      );
      continue;
    }
    const all = [...new Set([...(acknowledged.get(id) ?? []), ...entries])];
    const { sessions } = context.paths;
    const names = existsSync(sessions) ? readdirSync(sessions) : [];
    const name = names.find((file) => file.endsWith(`-${id}.jsonl`));
    const file = name === undefined ? null : join(sessions, name);
    if (file === null) {
      tally.add("program killed", { lost: all, wrong: [] }, where);
      continue;
    }
    const verdict = checkSession(file, context, { acknowledged: all });
    tally.add("program killed", verdict, where);
    acknowledged.set(id, [...new Set([...all, ...verdict.added])]);
  }
}

type Told = { readonly id: string | null; readonly entries: readonly string[]; readonly lines: number };

/** Reads so many lines, kills the program with all that it started, and reads what is left in the pipe. */
async function readUntilKilled(
  child: {
    readonly pid: number;
    readonly stdout: ReadableStream<Uint8Array>;
    readonly exited: Promise<number>;
  },
  most: number,
): Promise<Told> {
  let text = "";
  let isKilled = false;
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true });
    const isOver = text.includes('"type":"turn_ended"');
    if (isKilled || (!isOver && text.split("\n").length <= most)) continue;
    isKilled = true;
    process.kill(-child.pid, "SIGKILL");
  }
  await child.exited;
  const events = text.split("\n").slice(0, -1).map(parse);
  const ready = events.find(({ type }) => type === "ready");
  return {
    id: typeof ready?.["sessionId"] === "string" ? ready["sessionId"] : null,
    entries: events.flatMap(({ entry }) => (isEvent(entry) ? [String(entry["id"])] : [])),
    lines: events.length,
  };
}

type Event = Readonly<Record<string, unknown>>;

function parse(line: string): Event {
  const value: unknown = JSON.parse(line);
  return isEvent(value) ? value : {};
}

function isEvent(value: unknown): value is Event {
  return typeof value === "object" && value !== null;
}
