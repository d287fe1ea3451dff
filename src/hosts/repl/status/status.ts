/** The status line: the mode, the model, how full its context is, where one is. */
import type { PermissionMode } from "../../../protocol/approval.ts";
import type { Usage } from "../../../protocol/message.ts";
import type { StatusPart } from "../../../settings/schema.ts";
import { keyName } from "../../../terminal/keymap/active.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";

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

/** The steps in which a line gives way; from `cutStep` on the model's name is cut as well, and in the end left out. */
const steps = [0, 1, 2, 3, 4] as const;
const [cutStep, shortStep, lastStep] = [5, 6, 7] as const;
/** The model's name is cut no shorter than this for what stands behind it; columns. */
const shortestModel = 8;

const usualOrder: readonly StatusPart[] = [
  "mode",
  "model",
  "sandbox",
  "context",
  "cost",
  "jobs",
  "secrets",
  "branch",
];

/** The line, at most `columns` wide, with the parts of `order`, and warnings in any case. In a narrow window it is without what matters least. */
export function statusLine(
  status: Status,
  columns: number,
  style: Style,
  order: readonly StatusPart[] = usualOrder,
): string {
  const line = (step: number, room?: number) => lineOf(status, step, style, order, room);
  const widthAt = (step: number, room?: number) => widthOf(line(step, room));
  const isCutOff = status.sandbox === noSandbox && widthAt(shortStep, shortestModel) > columns;
  const step =
    steps.find((candidate) => widthAt(candidate) <= columns) ??
    (widthAt(cutStep, shortestModel) <= columns ? cutStep : isCutOff ? lastStep : shortStep);
  const surplus = Math.max(0, widthAt(step) - columns);
  const room = Math.max(shortestModel, widthOf(modelPart(status.model, step)) - surplus);
  return style.dim(truncateLine(line(step, room), columns));
}

/** What the line says in any case. */
export function statusWarnings({ sandbox, isTrusted }: Status, style: Style): readonly string[] {
  return [...(sandbox === noSandbox ? [noSandbox] : []), ...(isTrusted === false ? [notTrusted] : [])].map(
    style.warning,
  );
}

/** The line when it has given way this far; the model's name in at most `room` columns. */
function lineOf(
  status: Status,
  step: number,
  style: Style,
  order: readonly StatusPart[],
  room = Number.POSITIVE_INFINITY,
): string {
  const mode = status.mode === "ask" ? status.mode : style.warning(status.mode);
  const model = modelPart(status.model, step);
  if (step === lastStep) return lineWith([sandboxPart(noSandbox, step, style), status.waiting ?? "", mode]);
  const parts: Readonly<Record<StatusPart, string>> = {
    mode: `${mode} ${modeKey()}`,
    model: widthOf(model) > room ? truncateLine(model, room) : model,
    sandbox: sandboxPart(status.sandbox ?? "", step, style),
    context: step < 6 ? contextPart(status) : "",
    cost: step < 5 ? status.cost : "",
    jobs: step < 3 ? status.jobs : "",
    secrets: step < 3 ? (status.secrets ?? "") : "",
    branch: step < 1 ? branchPart(status.gitBranch) : "",
  };
  const [first, ...others] = order;
  const trust = step < 4 && status.isTrusted === false ? style.warning(notTrusted) : "";
  const isSaid = order.includes("sandbox") || status.sandbox !== noSandbox;
  // Where the branch is the last part, it gives way to that.
  const behind = others.at(-1) === "branch" ? others.slice(0, -1) : others;
  return lineWith([
    first === undefined ? "" : parts[first],
    status.waiting ?? "",
    ...behind.map((part) => parts[part]),
    isSaid ? "" : parts.sandbox,
    trust,
    ...others.slice(behind.length).map((part) => parts[part]),
  ]);
}

function modeKey(): string {
  const key = keyName("cycle-mode", "global");
  return key === "shift+tab" ? "⇧⇥" : key;
}

function lineWith(parts: readonly string[]): string {
  return `  ${parts.filter((part) => part !== "").join(" · ")}`;
}

/** What is said of the sandbox in every window; that there is one, where there is room. */
const noSandbox = say`no sandbox`;
const notTrusted = say`not trusted`;

function sandboxPart(words: string, step: number, style: Style): string {
  if (words === noSandbox) return style.warning(words);
  return step < 2 ? words : "";
}

function modelPart(model: string | null, step: number): string {
  if (model === null) return say`starting…`;
  const name = sanitize(model, "approval_inline");
  if (model.startsWith("demo/") && step < 4)
    return step < 2 ? say`${name} (offline demo, no language understanding)` : say`${name} (offline demo)`;
  return step < 4 ? name : name.slice(name.lastIndexOf("/") + 1);
}

function contextPart({ usage, contextWindow }: Status): string {
  if (usage === undefined) return "";
  const used = usage.inputTokens + usage.outputTokens;
  if (contextWindow === undefined || contextWindow <= 0) return say`${formatTokens(used)} tokens`;
  return say`${Math.round((used / contextWindow) * 100)}% of ${formatTokens(contextWindow)}`;
}

function branchPart(branch: string | null): string {
  return branch === null ? "" : sanitize(branch, "approval_inline");
}
