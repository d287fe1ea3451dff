/** /doctor: everything that rein stands on, looked at while one watches. */
import type { Check } from "../../../app/doctor/check.ts";
import { checkLines, checkSummary } from "../../../app/doctor/lines.ts";
import { runChecks } from "../../../app/doctor/run.ts";
import { readAnswers, terminalQuestions } from "../../../terminal/terminal-tests.ts";
import type { Style } from "../../../terminal/style.ts";
import { wrapText } from "../../../terminal/width.ts";
import { KeyTest } from "./key-test.ts";
import type { Screen } from "../screen/screen.ts";
import type { TerminalTalk } from "../screen/terminal-talk.ts";
import { TextPager } from "../transcript/text-pager.ts";
import { say } from "../../../words/say.ts";

export type DoctorParts = {
  /** Absolute and real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly screen: Pick<Screen, "openFull" | "refreshFull" | "repaint" | "isFull">;
  readonly style: Style;
  readonly talk: TerminalTalk;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/** Does what stands behind /doctor: nothing, `online` or `keys`. */
export function doctor(argument: string, parts: DoctorParts): void {
  if (argument === "keys") return testKeys(parts);
  if (argument === "" || argument === "online") return void lookAtAll(argument === "online", parts);
  parts.tell(
    say`/doctor takes nothing, “online” (asks the servers of models, too) or “keys” (shows what arrives).`,
    "warning",
  );
}

function testKeys({ screen, style, talk }: DoctorParts): void {
  let stop: (() => void) | undefined;
  const test = new KeyTest(style, () => stop?.());
  screen.openFull(test);
  stop = talk.watchBytes((bytes) => test.noteBytes(bytes));
}

async function lookAtAll(online: boolean, parts: DoctorParts): Promise<void> {
  const { screen, style, cwd, env, talk } = parts;
  const checks: Check[] = [];
  let state = say`Looking…`;
  const pager = new TextPager((columns) => [
    ...wrapText(state, columns),
    ...checkLines(checks, columns, style),
    ...(checks.length === 0
      ? []
      : ["", ...wrapText(style.dim(say`/doctor keys shows what arrives for each key.`), columns)]),
  ]);
  let isOpen = true;
  screen.openFull({
    view: (columns, rows) => pager.view(columns, rows),
    onInput(event) {
      const outcome = pager.onInput(event);
      if (outcome === "close") isOpen = false;
      return outcome;
    },
  });
  const askTerminal = async () => {
    // What is asked draws on the screen, so it is only for the one that is drawn anew.
    const answers = isOpen ? readAnswers(await talk.ask(terminalQuestions)) : null;
    if (isOpen) screen.repaint();
    return { isTerminal: true, columns: talk.columns, rows: talk.rows, keyboard: talk.keyboard, answers };
  };
  for await (const group of runChecks({ cwd, env, online, terminal: askTerminal })) {
    if (!isOpen) return;
    checks.push(...group);
    screen.refreshFull();
  }
  state = checkSummary(checks);
  if (isOpen) screen.refreshFull();
}
