/** What each slash command does where there is no screen. A command that is not here needs one. */
import type { Conversation } from "../../app/conversation.ts";
import { permissionModes } from "../../protocol/permission-mode.ts";
import { exportCommand } from "../repl/commands/export-command.ts";
import { setEffort, talkTo } from "../repl/commands/model-commands.ts";
import { requireIdle } from "../repl/commands/require-idle.ts";
import { forkHere, tellSessions } from "../repl/commands/session-commands.ts";
import { renameCommand } from "../repl/commands/rename-command.ts";
import { applyBudget, usageText } from "../repl/commands/usage-words.ts";
import type { ActionParts } from "./action-parts.ts";
import { chooseModel, chooseSession } from "./choosing.ts";
import { helpLines } from "./help.ts";
import { tellContext } from "./context-lines.ts";
import { tellJobs } from "./job-words.ts";
import { tellSecrets } from "./secret-words.ts";
import { tellTree } from "./tree-words.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type Action = (argument: string) => void;

/** The actions by the names of their commands. Each may throw a `UserError` for what the user can put right. */
export function createActions(parts: ActionParts): Readonly<Record<string, Action>> {
  const { app, voice, askAgain, conversation } = parts;
  const { tell } = voice;
  const modelParts = () => ({ app, conversation: conversation(), tell, onSwitched: () => askAgain.forget() });
  const actions: Record<string, Action> = {
    help: (name) => voice.speak(...helpLines(Object.keys(actions), name)),
    clear() {
      parts.switchTo(app.converse());
      tell(say`A fresh session; the one before is saved.`);
    },
    model: (name) => (name === "" ? chooseModel(parts) : talkTo(name, modelParts())),
    effort: (level) => setEffort(level, modelParts()),
    resume: (id) => (id === "" ? chooseSession(parts, parts.resumeId) : parts.resumeId(id)),
    fork: (back) =>
      forkHere(back, {
        app,
        session: conversation().session,
        switchTo: parts.switchTo,
        giveBack: (text) =>
          voice.speak(say`The message behind its end was this; type it again, changed or not:`, text),
        tell,
      }),
    rewind(argument) {
      requireIdle(conversation());
      void rewind(argument, parts);
    },
    sessions: () => void tellSessions(app, conversation().spending, tell),
    rename: (words) =>
      renameCommand(words, { conversation: conversation(), tell, giveBack: (text) => voice.speak(text) }),
    tree: (place) => tellTree(place, conversation(), voice),
    compact: (focus) => void compact(conversation(), focus, voice),
    context: (argument) => void tellContext(argument, { conversation: conversation(), voice }),
    retry: () => askAgain.now(),
    wait() {
      askAgain.later();
      const words = askAgain.words();
      if (words !== "") tell(say`It ${words.replace(/ \(.*\)$/, "")}; Ctrl+C stops waiting.`);
    },
    usage: () => tell(usageText(conversation().spending)),
    budget(argument) {
      const { text, level } = applyBudget(conversation().spending, argument);
      tell(text, level);
    },
    jobs: (argument) => void tellJobs(argument, conversation().jobs, voice),
    background() {
      if (!conversation().moveToBackground()) tell(say`No command of the model runs.`);
    },
    sandbox: () => tell(conversation().sandbox.report().join("\n")),
    export: (argument) =>
      void exportCommand(argument, { ...parts, conversation: conversation(), cwd: app.cwd, tell }),
    secrets: (argument) => tellSecrets(argument, conversation().veil, parts),
    exit: () => parts.exit(),
    mode: (name) => setMode(name, conversation(), voice),
    history(argument) {
      const line = parts.recall(argument);
      if (line !== null) parts.submit(line);
    },
    "take-back"() {
      const message = conversation().engine.takeBack();
      if (message === undefined) tell(say`No message waits.`);
      else voice.speak(say`Taken back; it will not be sent:`, message.text);
    },
    output() {
      const lines = parts.lastOutput();
      if (lines === null) tell(say`No call has ended in this session yet.`);
      else
        voice.speak(
          ...(lines.length === 0 ? [say`It printed nothing.`] : [...lines, say`End of the output.`]),
        );
    },
  };
  return actions;
}

async function rewind(argument: string, parts: ActionParts): Promise<void> {
  const [{ openRewind }, { rewindQuestions }] = await Promise.all([
    import("../repl/rewind/open-rewind.ts"),
    import("./rewind-questions.ts"),
  ]);
  const { voice } = parts;
  let again: string | undefined;
  openRewind(argument, {
    ...parts,
    showAnew(words) {
      parts.showAnew(words);
      if (again !== undefined)
        voice.speak(say`The message behind its end was this; type it again, changed or not:`, again);
    },
    ask: rewindQuestions(parts),
    tell: voice.tell,
    giveBack: async (text) => {
      again = text;
    },
    onFilesChanged: () => undefined,
  });
}

/** Says which mode holds, or sets another. */
function setMode(name: string, { engine }: Conversation, { tell }: Voice): void {
  const mode = permissionModes.find((one) => one === name);
  if (name === "") tell(say`The mode is ${engine.mode}. /mode ${permissionModes.join("|")} sets another.`);
  else if (mode === undefined)
    tell(say`There is no mode “${name}”; there are ${permissionModes.join(", ")}.`, "warning");
  else if (mode === engine.mode) tell(say`The mode is ${mode} already.`);
  else engine.setMode(mode);
}

/** Summarises now, and says how that ended where the log does not show it. */
async function compact(conversation: Conversation, focus: string, { tell }: Voice): Promise<void> {
  const end = await conversation.compact(focus);
  if (end === null) return;
  const { outcome, reason } = end;
  const words = outcome === "interrupted" ? say`Stopped; the conversation is as it was.` : reason;
  if (words !== undefined) tell(words, outcome === "failed" ? "error" : "info");
}
