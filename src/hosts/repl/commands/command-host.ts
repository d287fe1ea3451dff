/** What each slash command does to the conversation on screen. */
import type { HoldKeys } from "../held-keys.ts";
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import type { SentImage } from "../../../protocol/message.ts";
import type { Environment } from "../../../settings/paths.ts";
import type { Style } from "../../../terminal/style.ts";
import type { AskAgain } from "../conversation/ask-again.ts";
import type { CommandHost } from "./commands.ts";
import { contextCommand } from "../context/open-context.ts";
import { copyAll, copyCommand } from "./copy-command.ts";
import { exportCommand } from "./export-command.ts";
import type { Timers } from "../screen/flusher.ts";
import { helpOn, helpText } from "./help.ts";
import { allKeys } from "./keys-text.ts";
import type { LongWork } from "./long-work.ts";
import { openJobList } from "../lists/job-pager.ts";
import { type ModelParts, setEffort, setModel } from "./model-commands.ts";
import type { OpenList } from "../lists/open-list.ts";
import type { Editing } from "../composer/editing.ts";
import type { Screen } from "../screen/screen.ts";
import { renameCommand } from "./rename-command.ts";
import { requireIdle } from "./require-idle.ts";
import { secretsCommand } from "./secret-commands.ts";
import { forkHere, tellSessions } from "./session-commands.ts";
import { setTheme } from "./theme-commands.ts";
import type { Theming } from "../screen/theming.ts";
import { TextPager } from "../transcript/text-pager.ts";
import { openTree } from "../tree/open-tree.ts";
import type { TerminalTalk } from "../screen/terminal-talk.ts";
import { applyBudget, usageText } from "./usage-words.ts";
import { switchEditing } from "../composer/vim-command.ts";
import { say } from "../../../words/say.ts";

export type CommandHostParts = {
  readonly app: App;
  /** The one on screen when a command is given. */
  readonly conversation: () => Conversation;
  readonly screen: Screen;
  readonly style: Style;
  readonly theming: Theming;
  readonly editing: Editing;
  readonly env: Environment;
  readonly timers: Timers;
  readonly list: OpenList;
  readonly askAgain: AskAgain;
  readonly longWork: LongWork;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
  /** Puts a conversation in the place of the one on screen. */
  readonly switchTo: (conversation: Conversation) => void;
  /** The conversation on screen went to another place of its tree: shows its branch, and says so in these words. */
  readonly showAnew: (words: string) => void;
  /** Goes on with a session, or says why that cannot be done. */
  readonly resumeId: (id: string) => void;
  /** Lets the user choose one to go on with. */
  readonly chooseSession: () => void;
  /** Puts a message that was sent back into the composer; resolves when it is there, and kept. */
  readonly giveBack: (text: string, images?: readonly SentImage[]) => Promise<void>;
  /** Told when files may have come or gone. */
  readonly onFilesChanged: () => void;
  readonly exit: () => void;
  /** Something is about to open: keys that come until then are for that. */
  readonly holdKeys: HoldKeys;
  readonly talk: TerminalTalk;
};

/** The commands of one REPL, whatever conversation it shows. */
export function createCommandHost(parts: CommandHostParts): CommandHost {
  const { app, conversation, list, askAgain, tell, holdKeys } = parts;
  const modelParts = (): ModelParts => ({
    app,
    conversation: conversation(),
    list,
    tell,
    holdKeys,
    onSwitched: () => askAgain.forget(),
  });
  return {
    help(name) {
      const { text, level } =
        name === ""
          ? { text: helpText({ scrolls: parts.screen.stage !== undefined }), level: "info" as const }
          : helpOn(name);
      tell(text, level);
    },
    clear() {
      parts.switchTo(app.converse());
      tell(say`A fresh session; the one before is saved.`);
    },
    model: (name) => setModel(name, modelParts()),
    effort: (level) => setEffort(level, modelParts()),
    resume: (id) => (id === "" ? parts.chooseSession() : parts.resumeId(id)),
    fork: (back) => forkHere(back, { ...parts, session: conversation().session }),
    sessions: () => void tellSessions(app, conversation().spending, tell),
    rename: (words) => renameCommand(words, { ...parts, conversation: conversation() }),
    tree: (place) => openTree(place, parts),
    rewind(argument) {
      requireIdle(conversation());
      holdKeys(rewind(argument, parts));
    },
    compact: (focus) => void compact(conversation(), focus, tell),
    context: (argument) => holdKeys(contextCommand(argument, { ...parts, conversation: conversation() })),
    retry: () => askAgain.now(),
    wait: () => askAgain.later(),
    usage: () => tell(usageText(conversation().spending)),
    budget(argument) {
      const { text, level } = applyBudget(conversation().spending, argument);
      tell(text, level);
    },
    jobs() {
      const { jobs } = conversation();
      if (jobs.list().length === 0) tell(say`No background jobs.`);
      else openJobList(jobs, list, parts);
    },
    background() {
      if (!conversation().moveToBackground()) tell(say`No command of the model runs.`);
    },
    sandbox: () => tell(conversation().sandbox.report().join("\n")),
    theme: (name) => holdKeys(setTheme(name, { ...parts, setting: app.theme })),
    vim: () => void switchEditing({ ...parts, setting: app.editing }),
    secrets: (argument) => secretsCommand(argument, { veil: conversation().veil, list, tell }),
    copy(argument) {
      const copying = { ...parts, file: app.paths.copied, inTmux: (parts.env["TMUX"] ?? "") !== "" };
      if (argument === "all") return void copyAll({ ...copying, conversation: conversation() });
      copyCommand(argument, { ...copying, entries: conversation().session.branch() });
    },
    export: (argument) =>
      void exportCommand(argument, { ...parts, conversation: conversation(), cwd: app.cwd }),
    keys: () =>
      parts.screen.openFull(new TextPager((columns) => allKeys(columns, parts.talk.keyboard, parts.style))),
    doctor: (argument) => holdKeys(openDoctor(argument, parts)),
    exit: () => parts.exit(),
  };
}

async function rewind(argument: string, parts: CommandHostParts): Promise<void> {
  const [{ openRewind }, { questionsOnScreen }] = await Promise.all([
    import("../rewind/open-rewind.ts"),
    import("../rewind/questions-on-screen.ts"),
  ]);
  openRewind(argument, { ...parts, ask: questionsOnScreen({ ...parts, cwd: parts.app.cwd }) });
}

async function openDoctor(argument: string, parts: CommandHostParts): Promise<void> {
  const { doctor } = await import("./doctor-view.ts");
  const { app, env } = parts;
  doctor(argument, { ...parts, cwd: app.cwd, env });
}

/** Summarises now, and says how that ended where the log does not show it. */
async function compact(
  conversation: Conversation,
  focus: string,
  tell: CommandHostParts["tell"],
): Promise<void> {
  const end = await conversation.compact(focus);
  if (end === null) return;
  const { outcome, reason } = end;
  const words = outcome === "interrupted" ? say`Stopped; the conversation is as it was.` : reason;
  if (words !== undefined) tell(words, outcome === "failed" ? "error" : "info");
}
