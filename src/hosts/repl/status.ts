/** The status line: the mode, the model, how full its context is, where one is. */
import type { PermissionMode } from "../../protocol/approval.ts";
import type { Usage } from "../../protocol/message.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { Style } from "../../terminal/style.ts";
import { truncateLine, widthOf } from "../../terminal/width.ts";
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
  /** What the folder brings is used, or it brings nothing. @default true */
  readonly isTrusted?: boolean;
  /** What confines commands: `sandbox on` or `no sandbox`; empty while that is not known. */
  readonly sandbox?: string;
  /** How many secrets have been hidden, as in `2 secrets hidden`; empty for none. */
  readonly secrets?: string;
  /** The background jobs that run, as in `2 jobs`; empty for none. */
  readonly jobs: string;
  /** What goes on by itself later; empty for nothing. */
  readonly waiting?: string;
};

/** The steps in which a line gives way; from the last but one on the model's name is cut as well. */
const steps = [0, 1, 2, 3, 4] as const;
const [cutStep, lastStep] = [5, 6] as const;
/** The model's name is cut no shorter than this for what stands behind it; columns. */
const shortestModel = 8;

/** The line, at most `columns` wide. In a narrow window it is without what matters least. */
export function statusLine(status: Status, columns: number, style: Style): string {
  const widthAt = (step: number, room?: number) => widthOf(lineOf(status, step, style, room));
  const step =
    steps.find((candidate) => widthAt(candidate) <= columns) ??
    (widthAt(cutStep, shortestModel) <= columns ? cutStep : lastStep);
  const surplus = Math.max(0, widthAt(step) - columns);
  const room = Math.max(shortestModel, widthOf(modelPart(status.model, step)) - surplus);
  return style.dim(truncateLine(lineOf(status, step, style, room), columns));
}

/** The line when it has given way this far; the model's name in at most `room` columns. */
function lineOf(status: Status, step: number, style: Style, room = Number.POSITIVE_INFINITY): string {
  const mode = status.mode === "ask" ? status.mode : style.warning(status.mode);
  const model = modelPart(status.model, step);
  const parts = [
    `${mode} ⇧⇥`,
    status.waiting ?? "",
    widthOf(model) > room ? truncateLine(model, room) : model,
    sandboxPart(status.sandbox ?? "", step, style),
    step < 6 ? contextPart(status) : "",
    step < 5 ? status.cost : "",
    step < 3 ? status.jobs : "",
    step < 3 ? (status.secrets ?? "") : "",
    step < 4 && status.isTrusted === false ? style.warning("not trusted") : "",
    step < 1 ? branchPart(status.gitBranch) : "",
  ];
  return `  ${parts.filter((part) => part !== "").join(" · ")}`;
}

/** That there is none is said in every window; that there is one, where there is room. */
function sandboxPart(words: string, step: number, style: Style): string {
  if (words === "no sandbox") return style.warning(words);
  return step < 2 ? words : "";
}

function modelPart(model: string | null, step: number): string {
  if (model === null) return "starting…";
  const name = sanitize(model, "approval_inline");
  if (model.startsWith("demo/") && step < 4)
    return `${name} (offline demo${step < 2 ? ", no language understanding" : ""})`;
  return step < 4 ? name : name.slice(name.lastIndexOf("/") + 1);
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
