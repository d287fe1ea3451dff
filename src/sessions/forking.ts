/** What a copy of a session begins with. Pure. */
import type { Entry } from "../protocol/entry.ts";
import type { LogNode } from "./log.ts";

/** What is copied: a branch from its root on, or the beginning of one. */
export type Origin = {
  readonly sessionId: string;
  readonly entries: readonly Entry[];
  /** The branch as its log has it. Without it a copy holds only what this version can read. */
  readonly nodes?: readonly LogNode[];
  /** The log, where what a killed program left beside it belongs to the copy as well. */
  readonly file?: string;
};

/** The nodes of a copy: each the child of the one before it, since what stood between them may be unreadable here. */
export function copiedNodes({ entries, nodes = [] }: Origin): LogNode[] {
  let parentId: string | null = null;
  const copies: LogNode[] = [];
  for (const node of upTo(entries, nodes) ?? entries.map((entry) => ({ id: entry.id, entry }))) {
    copies.push(behind(node, parentId));
    parentId = node.id;
  }
  return copies;
}

/** As much of the branch as the entries are, with what cannot be read among them; undefined when they are of another one. */
function upTo(entries: readonly Entry[], nodes: readonly LogNode[]): readonly LogNode[] | undefined {
  const readable = nodes.filter(({ entry }) => entry !== null);
  if (readable.length < entries.length || entries.some(({ id }, at) => readable[at]?.id !== id))
    return undefined;
  const next = readable[entries.length];
  return next === undefined ? nodes : nodes.slice(0, nodes.indexOf(next));
}

type Copied = { readonly id: string; readonly entry: Entry | null; readonly raw?: string };

function behind({ id, entry, raw }: Copied, parentId: string | null): LogNode {
  const moved = raw === undefined ? undefined : JSON.stringify({ ...JSON.parse(raw), parentId });
  if (entry === null) return { id, parentId, entry, raw: moved ?? "" };
  const copy = { id, parentId, entry: { ...entry, parentId } };
  return moved === undefined ? copy : { ...copy, raw: moved };
}
