/** The program, its logs and its files, and what is known of how they have to be. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedRequest } from "../../support/model-server.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import { idOfFile } from "../../../src/sessions/file-name.ts";
import { dataPaths } from "../../../src/sessions/paths.ts";
import { begin, composerShows, isAlive, isBusy, open, seen, send, type Story } from "../start.ts";
import { wrongHistory } from "./expected-request.ts";
import { type Change, contentsOf } from "./files.ts";
import { readSaved, type SavedLog } from "./saved-log.ts";
import { Talk } from "./talk.ts";

/** What going back, or a summary, did last: what `/rewind undo` takes back. */
export type Op =
  | { readonly type: "move"; readonly from: readonly string[]; readonly restore: string | null }
  | { readonly type: "restore"; readonly restore: string; readonly paths: readonly string[] }
  | { readonly type: "summary" };

export type KnownSession = {
  /** The messages of its active branch, by their marks. */
  chain: readonly string[];
  changes: readonly Change[];
  ops: readonly Op[];
  /** It began as a copy: what was undone in the other one is not known here. */
  readonly isCopy: boolean;
};

export type Mode = "ask" | "accept-edits";

const size = { cols: 100, rows: 30 };

export class World implements AsyncDisposable {
  story!: Story;
  terminal!: TestTerminal;
  readonly talk = new Talk((request) => this.#wrong(request));
  /** The project's files, as they should be. */
  files = new Map<string, string>();
  readonly sessions = new Map<string, KnownSession>();
  /** The one on screen; null: it has no log yet. */
  current: string | null = null;
  /** What the one on screen begins with where it has no log yet. */
  fresh: KnownSession = nothingKnown();
  /** The messages of this run, by their marks. */
  sentNow: string[] = [];
  /** A line may have been torn: the program was killed. */
  wasKilled = false;
  #logs = new Map<string, Buffer>();
  #readBefore = new Map<string, SavedLog>();

  readonly #args: readonly string[];

  private constructor(mode: Mode) {
    this.#args = ["--permission-mode", mode];
  }

  static async begin(mode: Mode): Promise<World> {
    const world = new World(mode);
    const big = Array.from({ length: 120 }, (_, line) => `line ${line} of a long file\n`).join("");
    world.story = await begin(world.talk.script, {
      files: {
        "big.txt": big,
        "f0.txt": "v0\n",
        ".git/HEAD": "ref: refs/heads/main\n",
        "../beside.txt": "beside\n",
      },
      args: world.#args,
      ...size,
    });
    world.terminal = world.story.terminal;
    world.files = world.disk();
    return world;
  }

  /** Starts the program again. */
  async start(more: readonly string[]): Promise<void> {
    this.terminal = this.story.launchAgain({ args: [...more, ...this.#args], ...size });
    await open(this.terminal);
    this.sentNow = [];
  }

  get known(): KnownSession {
    return this.current === null ? this.fresh : (this.sessions.get(this.current) ?? nothingKnown());
  }

  get paths(): ReturnType<typeof dataPaths> {
    return dataPaths(this.story.project.env);
  }

  /** Every file of the project, version control too, as it is. */
  disk(): Map<string, string> {
    const found = contentsOf(this.story.project.folder);
    // What was to take a file's place when the program was killed: it is removed when its session is gone on with.
    if (this.wasKilled)
      for (const path of found.keys())
        if (/(^|\/)\.rein-\d+-[\da-f-]{36}\.tmp$/.test(path)) found.delete(path);
    return found;
  }

  /** Session ids with their files. */
  saved(): Map<string, string> {
    const { sessions } = this.paths;
    if (!existsSync(sessions)) return new Map();
    return new Map(
      readdirSync(sessions).flatMap((name) => {
        const id = idOfFile(name);
        return id === null ? [] : [[id, join(sessions, name)] as const];
      }),
    );
  }

  /** The log of a session, the one on screen if none is named. */
  log(id = this.current): SavedLog {
    const file = this.saved().get(id ?? "");
    if (file === undefined) throw new Error(`session ${id} has no log`);
    const before = this.#readBefore.get(file);
    if (before?.bytes.length === Bun.file(file).size) return before;
    const log = readSaved(file);
    this.#readBefore.set(file, log);
    return log;
  }

  /** The session that a living process says it holds; null for none. */
  holder(): string | null {
    const { locks } = this.paths;
    if (!existsSync(locks)) return null;
    const held = readdirSync(locks).flatMap((name) => {
      const [, id] = /^(?!draft-)(.*)\.holder\.json$/.exec(name) ?? [];
      if (id === undefined) return [];
      try {
        const { pid }: { pid: number } = JSON.parse(readFileSync(join(locks, name), "utf8"));
        return isAlive(pid) ? [id] : [];
      } catch {
        return []; // it has let go meanwhile
      }
    });
    if (held.length > 1) throw new Error(`several sessions are held: ${held.join(", ")}`);
    return held[0] ?? null;
  }

  /** What the screen and what is above it say, in one line: rein wraps its words itself. */
  told(): string {
    return seen(this.terminal).replaceAll(/\s+/g, " ");
  }

  count(words: RegExp): number {
    return this.told().match(new RegExp(words, "g"))?.length ?? 0;
  }

  /** Runs a command and waits until these words were said once more. */
  async command(line: string, words: RegExp): Promise<void> {
    const before = this.count(words);
    await send(this.terminal, line);
    await this.terminal.waitFor(() => this.count(words) > before && !isBusy(this.terminal), {
      what: `${words} behind ${line}`,
    });
  }

  async clearComposer(): Promise<void> {
    this.terminal.press("ctrl+u");
    await composerShows(this.terminal, "");
  }

  change(change: Partial<KnownSession>): void {
    const next = { ...this.known, ...change };
    if (this.current === null) this.fresh = next;
    else this.sessions.set(this.current, next);
  }

  /** Logs only grow, can be read, and are trees. Throws where one is not so. */
  checkLogs(): void {
    for (const [id, file] of this.saved()) {
      const log = this.log(id);
      const before = this.#logs.get(file);
      if (before === log.bytes) continue;
      if (before !== undefined && !log.bytes.subarray(0, before.length).equals(before))
        throw new Error(`the beginning of ${file} has changed`);
      this.#logs.set(file, log.bytes);
      if (log.unreadable.length > 0 && !this.wasKilled)
        throw new Error(`${file} has lines that cannot be read: ${log.unreadable.join("\n")}`);
      if (log.byId.size !== log.entries.length) throw new Error(`${file} has an id twice`);
      for (const { id: entry, parentId } of log.entries) {
        const place = parentId === null ? -1 : (log.placeOf.get(parentId) ?? Number.POSITIVE_INFINITY);
        if (place >= (log.placeOf.get(entry) ?? 0))
          throw new Error(`${file}: ${entry} has no parent before it`);
      }
    }
  }

  #wrong(request: RecordedRequest): string | undefined {
    const [youngest] = [...this.saved().keys()]
      .map((id) => ({ id, at: Bun.file(this.saved().get(id) ?? "").lastModified }))
      .toSorted((one, other) => other.at - one.at);
    const id = this.current ?? youngest?.id;
    return id === undefined ? "nothing is in a log yet" : wrongHistory(request, this.log(id).branch);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { held } of this.talk.plans.values()) held?.open();
    await this.story[Symbol.asyncDispose]();
  }
}

export function nothingKnown(): KnownSession {
  return { chain: [], changes: [], ops: [], isCopy: false };
}
