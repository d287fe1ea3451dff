/** The heavy half of the REPL, loaded while the first frame is already on screen. */
import { homedir } from "node:os";
import { openApp } from "../../app/open-app.ts";
import type { AppOptions } from "../../app/options.ts";
import { messageOf } from "../../protocol/error.ts";
import { killAllCommands } from "../../process/run-command.ts";
import { appendPrompt, loadPrompts } from "../../sessions/prompt-history.ts";
import { isFirstStart, openState } from "../../settings/state.ts";
import type { Composer } from "./composer.ts";
import { FileCompletion } from "./file-completion.ts";
import { Repl, type ReplOptions } from "./repl.ts";
import type { ReplStart } from "./start.ts";

export type OpenedRepl = {
  readonly repl: Repl;
  /** Keeps a sent message for the history of all sessions. */
  readonly remember: (text: string) => void;
  /** Ends the commands that run; for ways out on which nothing can be waited for. */
  readonly killCommands: () => void;
};

/** Opens the app and its first conversation. Throws a `UserError` for what cannot be started with. */
export async function openRepl(
  { options, resume }: ReplStart,
  host: Omit<ReplOptions, "app" | "version" | "home" | "onFilesChanged"> & { readonly composer: Composer },
): Promise<OpenedRepl> {
  const app = await openApp(options);
  const home = options.env["HOME"] ?? homedir();
  const picks = resume?.type === "pick";
  const files = new FileCompletion({
    open: async () => (await import("../../workspace/file-index.ts")).createFileIndex(app.cwd),
    onChange: () => host.screen.set(host.composer.change(host.screen.columns)),
    onTrouble: (message) => repl.tell(message, "warning"),
  });
  host.composer.useFiles(files);
  const onFilesChanged = () => files.invalidate();
  const parts = { ...host, app, version: options.version, home, onFilesChanged };
  const repl = new Repl(parts, picks ? undefined : resume);
  if (picks) repl.chooseSession();
  // Remembering that takes some 50 ms of loading, which the first message should not wait for.
  if (isFirstStart(options.env)) void welcome(repl, options.env);
  const file = app.paths.promptHistory;
  const guarded = (action: () => void) => {
    try {
      action();
    } catch (thrown) {
      repl.tell(`The prompt history ${file} is not kept: ${messageOf(thrown)}.`, "warning");
    }
  };
  guarded(() => host.composer.loadHistory(loadPrompts(file)));
  return {
    repl,
    remember: (text) =>
      guarded(() => appendPrompt(file, { text, at: new Date().toISOString(), cwd: app.cwd })),
    killCommands: killAllCommands,
  };
}

/** Greets a newcomer, once. */
async function welcome(repl: Repl, env: AppOptions["env"]): Promise<void> {
  repl.tell("Welcome. Ask about this folder, or “what can you do”; /help lists the commands and keys.");
  const state = await openState({
    env,
    now: Date.now,
    onWarning: (message) => repl.tell(message, "warning"),
  });
  state.set({ welcomeShown: true });
}
