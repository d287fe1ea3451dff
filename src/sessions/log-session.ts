/** A session in memory: the tree of its entries, the active branch, and where new lines go. */
import type { Entry, Header, NewEntry } from "../protocol/entry.ts";
import { entryIdLength, randomId, type RandomBytes } from "./ids.ts";
import { branchOf, type LogNode, pathOf, serializeEntry, serializeLog } from "./log.ts";
import type { Session } from "./session.ts";
import { withSharedText } from "./shared-text.ts";

export type LogSessionOptions = {
  readonly header: Header;
  readonly file: string | null;
  /** What the log held when it was opened, in its order. */
  readonly nodes: readonly LogNode[];
  /** The time now, ms since 1970. */
  readonly now: () => number;
  readonly random?: RandomBytes;
  /** Takes each new line, in order. Must not throw. */
  readonly write: (line: string, entry: Entry) => void;
  readonly close: () => void;
};

export class LogSession implements Session {
  readonly header: Header;
  readonly file: string | null;
  readonly #options: LogSessionOptions;
  readonly #nodes: LogNode[];
  readonly #entries: Entry[] = [];
  readonly #ids = new Set<string>();
  #branch: Entry[];

  constructor(options: LogSessionOptions) {
    this.#options = options;
    this.header = options.header;
    this.file = options.file;
    this.#nodes = options.nodes.slice();
    for (const { id, entry } of this.#nodes) {
      this.#ids.add(id);
      if (entry !== null) this.#entries.push(entry);
    }
    this.#branch = branchOf(this.#nodes);
  }

  branch(): readonly Entry[] {
    return this.#branch;
  }

  nodes(): readonly LogNode[] {
    return pathOf(this.#nodes);
  }

  entries(): readonly Entry[] {
    return this.#entries;
  }

  tree(): readonly LogNode[] {
    return this.#nodes.slice();
  }

  append(content: NewEntry): Entry {
    const entry = this.#add(content, this.#nodes.at(-1)?.id ?? null);
    this.#branch.push(entry);
    return entry;
  }

  move(to: string | null): Entry {
    const from = this.#nodes.at(-1)?.id;
    if (from === undefined || (to !== null && !this.#ids.has(to)))
      throw new Error(`There is no entry ${to} to go to.`);
    const entry = this.#add({ type: "move", from }, to);
    this.#branch = branchOf(this.#nodes);
    return entry;
  }

  #add(content: NewEntry, parentId: string | null): Entry {
    const place = { id: this.#newId(), parentId, at: new Date(this.#options.now()).toISOString() };
    const { entry: written, line } = serializeEntry({ ...content, ...place });
    const entry = withSharedText(written);
    this.#ids.add(entry.id);
    this.#nodes.push({ id: entry.id, parentId: entry.parentId, entry });
    this.#entries.push(entry);
    this.#options.write(line, entry);
    return entry;
  }

  close(): void {
    this.#options.close();
  }

  /** The whole log as text, as it would be written today. */
  whole(): string {
    return serializeLog(this.header, this.#nodes);
  }

  #newId(): string {
    while (true) {
      const id = randomId(entryIdLength, this.#options.random);
      if (!this.#ids.has(id)) return id;
    }
  }
}
