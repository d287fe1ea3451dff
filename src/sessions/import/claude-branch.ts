/** The tree of a Claude Code transcript: which of its lines are the conversation as it stands. Pure. */
import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import type { SourceLine } from "./source-lines.ts";

type Place = Pick<SourceLine, "start" | "end">;

type Node = Place & {
  readonly id: string;
  readonly parent: string | null;
  readonly type: string;
  /** The response that it is a piece of; "" for none. */
  readonly response: string;
  readonly calls: readonly string[];
  readonly results: readonly string[];
};

export class ClaudeBranch {
  readonly #own = new Tree();
  /** Of helpers: read only where there is nothing else, because the file is one of theirs. */
  readonly #theirs = new Tree();
  readonly #helpers = new Set<string>();

  add(line: Fields, { start, end }: Place): void {
    const id = textOf(line["uuid"]);
    if (id === "") return;
    const isHelper = line["isSidechain"] === true;
    if (isHelper) this.#helpers.add(textOf(line["agentId"]) || "?");
    const message = fieldsOf(line["message"]);
    const blocks = listOf(message["content"]).map(fieldsOf);
    const parent = textOf(line["parentUuid"]) || textOf(line["logicalParentUuid"]);
    (isHelper ? this.#theirs : this.#own).add({
      start,
      end,
      id,
      parent: parent === "" ? null : parent,
      type: textOf(line["type"]),
      response: line["type"] === "assistant" ? textOf(message["id"]) : "",
      calls: blocks.flatMap(({ type, id: call }) => (type === "tool_use" ? [textOf(call)] : [])),
      results: blocks.flatMap(({ type, tool_use_id: call }) =>
        type === "tool_result" ? [textOf(call)] : [],
      ),
    });
  }

  /** How many helpers' conversations are left out. */
  get helpers(): number {
    return this.#own.isEmpty ? 0 : this.#helpers.size;
  }

  /** Nothing else is in it. */
  get isHelper(): boolean {
    return this.#own.isEmpty && !this.#theirs.isEmpty;
  }

  /** The places of the lines of the active branch, in the file's order. */
  active(): readonly Place[] {
    return (this.#own.isEmpty ? this.#theirs : this.#own).active();
  }
}

class Tree {
  readonly #nodes: Node[] = [];
  readonly #byId = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#nodes.length === 0;
  }

  add(node: Node): void {
    if (this.#byId.has(node.id)) return;
    this.#byId.set(node.id, this.#nodes.length);
    this.#nodes.push(node);
  }

  active(): Node[] {
    const found = this.#path();
    this.#addSideBySide(found);
    return this.#nodes.filter((_node, at) => found.has(at));
  }

  #path(): Set<number> {
    const path = new Set<number>();
    let at = this.#nodes.findLastIndex(({ type }) => type === "user" || type === "assistant");
    if (at === -1) at = this.#nodes.length - 1;
    while (at >= 0 && !path.has(at)) {
      path.add(at);
      const parent = this.#nodes[at]?.parent ?? null;
      if (parent === null) break;
      // A parent that is missing stood in a damaged line: what stands before that is the nearest that is left.
      at = this.#byId.get(parent) ?? at - 1;
    }
    return path;
  }

  /**
   * Calls that ran side by side are lines of one response, each with its result as a child: only the last of them leads
   * on. The others belong to the conversation all the same.
   */
  #addSideBySide(path: Set<number>): void {
    const responses = new Set([...path].map((at) => this.#nodes[at]?.response ?? ""));
    responses.delete("");
    for (const [at, node] of this.#nodes.entries()) if (responses.has(node.response)) path.add(at);
    const open = new Set([...path].flatMap((at) => this.#nodes[at]?.calls ?? []));
    for (const at of path) for (const call of this.#nodes[at]?.results ?? []) open.delete(call);
    for (const [at, { results }] of this.#nodes.entries()) {
      if (path.has(at) || !results.some((call) => open.has(call))) continue;
      path.add(at);
      for (const call of results) open.delete(call);
    }
  }
}
