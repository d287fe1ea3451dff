/** The panels that stand in the live part: calls at work, calls that wait, and those that only looked on one line. */
import type { PanelView } from "../../../../components/view.ts";
import type { Style } from "../../../terminal/style.ts";
import type { CallItem, Item } from "../../../transcript/item.ts";
import { renderRun, type Run } from "../../../transcript/read-group.ts";
import { needsGap, renderItem } from "../../../transcript/render.ts";

export type LivePanelsOptions = {
  readonly width: number;
  readonly style: Style;
  /** Those that run share what these leave beside the heads for their last output. */
  readonly rows: number;
  /** What stands above the first one. */
  readonly previous: Item | undefined;
  /** The first one keeps its distance from what stands above it, whatever that is. */
  readonly isApart: boolean;
  /** The calls from a place on that share a line. */
  readonly runAt: (items: readonly Item[], from: number) => Run;
};

/** Rows of a running call's output at most. */
const mostLiveRows = 5;

export function livePanels(items: readonly CallItem[], options: LivePanelsOptions): PanelView[] {
  const { width, style, rows, previous, isApart } = options;
  const groups = groupsOf(items, options.runAt);
  const running = items.filter(({ status }) => status === "running").length;
  const share = Math.floor((rows - groups.length) / Math.max(1, running));
  const liveRows = Math.max(0, Math.min(share, mostLiveRows));
  return groups.flatMap((group, index) => {
    const [item] = group;
    if (item === undefined) return [];
    const gap = index === 0 && (isApart || needsGap(previous, item));
    const lines =
      group.length > 1
        ? renderRun(group, { width, style })
        : renderItem(item, { width, style, expanded: false, liveRows });
    return { callId: item.id, gap, lines };
  });
}

function groupsOf(items: readonly CallItem[], runAt: LivePanelsOptions["runAt"]): (readonly CallItem[])[] {
  const groups: (readonly CallItem[])[] = [];
  for (let at = 0; at < items.length; at += groups.at(-1)?.length ?? 1) {
    const run = runAt(items, at).items;
    groups.push(run.length > 0 ? run : items.slice(at, at + 1));
  }
  return groups;
}
