/** The status line: the mode, the model, how full its context is, where one is. */
import type { PermissionMode } from "../../protocol/approval.ts";
import type { Usage } from "../../protocol/message.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { Style } from "../../terminal/style.ts";
import { truncateLine } from "../../terminal/width.ts";
import { formatTokens } from "../../transcript/format.ts";

export type Status = {
  readonly mode: PermissionMode;
  /** Null until the model is known. */
  readonly model: string | null;
  readonly usage: Usage | undefined;
  readonly contextWindow: number | undefined;
  /** What the session has cost, as in `$0.14`; empty for nothing that is known. */
  readonly cost: string;
  readonly gitBranch: string | null;
  /** The background jobs that run, as in `2 jobs`; empty for none. */
  readonly jobs: string;
  /** What goes on by itself later; empty for nothing. */
  readonly waiting?: string;
};

/** The line, at most `columns` wide. */
export function statusLine(status: Status, columns: number, style: Style): string {
  const mode = status.mode === "ask" ? status.mode : style.warning(status.mode);
  const parts = [
    `${mode} ⇧⇥`,
    status.waiting ?? "",
    modelPart(status.model),
    contextPart(status),
    status.cost,
    status.jobs,
    branchPart(status.gitBranch),
  ];
  return style.dim(truncateLine(`  ${parts.filter((part) => part !== "").join(" · ")}`, columns));
}

function modelPart(model: string | null): string {
  if (model === null) return "starting…";
  const name = sanitize(model, "approval_inline");
  return model.startsWith("demo/") ? `${name} (offline demo, no language understanding)` : name;
}

function contextPart({ usage, contextWindow }: Status): string {
  if (usage === undefined) return "";
  const used = usage.inputTokens + usage.outputTokens;
  if (contextWindow === undefined || contextWindow <= 0) return `${formatTokens(used)} tokens`;
  return `${Math.round((used / contextWindow) * 100)}% of ${formatTokens(contextWindow)}`;
}

function branchPart(branch: string | null): string {
  return branch === null ? "" : sanitize(branch, "approval_inline");
}
