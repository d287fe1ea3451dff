/** The status line as the user wants it: the usual one, parts of it in an order of their own, or what a command prints. */
import type { StatusLineSetting } from "../../../settings/schema.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { type Status, statusLine, statusWarnings } from "./status.ts";
import type { StatusCommand } from "./status-command.ts";
import { createStatusCommand } from "./status-command.ts";
import type { Timers } from "../screen/flusher.ts";
import { environmentOf } from "../user/own-environment.ts";
import { say } from "../../../words/say.ts";

export type StatusDrawingOptions = {
  /** What the settings say. */
  readonly statusLine: StatusLineSetting | undefined;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly style: Style;
  readonly timers: Timers;
  readonly onChange: () => void;
  readonly tell: (text: string, level: "warning") => void;
};

export type StatusDrawing = {
  /** One line, or two with a line break between them; each at most `columns` wide. */
  draw(status: Status, columns: number): string;
  close(): void;
};

export function createStatusDrawing(options: StatusDrawingOptions): StatusDrawing {
  const { statusLine: setting, style, cwd } = options;
  const parts = Array.isArray(setting) ? setting : undefined;
  const command = commandOf(options);
  return {
    draw(status, columns) {
      const lines = command?.lines(JSON.stringify({ ...stateOf(status), cwd, columns })) ?? null;
      if (lines === null) return statusLine(status, columns, style, parts);
      const [first = "", ...others] = lines;
      const warnings = statusWarnings(status, style).map((words) => `${words} · `);
      return [`  ${warnings.join("")}${first}`, ...others.map((line) => `  ${line}`)]
        .map((line) => style.dim(truncateLine(line, columns)))
        .join("\n");
    },
    close: () => command?.close(),
  };
}

function commandOf({
  statusLine: setting,
  cwd,
  env,
  timers,
  onChange,
  tell,
}: StatusDrawingOptions): StatusCommand | undefined {
  if (setting === undefined || !("command" in setting)) return undefined;
  return createStatusCommand({
    command: setting.command,
    cwd,
    env: environmentOf(env),
    timers,
    onChange,
    onTrouble: (why) =>
      tell(
        say`The command of "statusLine" does not work: ${why}. The usual line stands in its place.`,
        "warning",
      ),
  });
}

/** What the command reads. Names stay as they are: commands of users depend on them. */
function stateOf(status: Status) {
  const { mode, model, usage, contextWindow, cost, gitBranch, isTrusted, sandbox, secrets, jobs } = status;
  const used = usage === undefined ? null : usage.inputTokens + usage.outputTokens;
  return {
    mode,
    model,
    contextTokens: used,
    contextWindow: contextWindow ?? null,
    cost,
    sandbox: sandbox ?? "",
    secrets: secrets ?? "",
    jobs,
    branch: gitBranch,
    trusted: isTrusted !== false,
  };
}
