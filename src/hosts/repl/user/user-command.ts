/** `!command`: run with the terminal, and written down in the session. */
import { relative } from "node:path";
import type { Conversation } from "../../../app/conversation.ts";
import { UserError } from "../../../protocol/error.ts";
import type { Style } from "../../../terminal/style.ts";
import { userCommandFoot, userCommandHead } from "../../../transcript/render-user-command.ts";
import type { UserTerminal } from "./user-terminal.ts";

export type UserCommandParts = {
  /** The one on screen. */
  readonly conversation: () => Conversation;
  readonly userTerminal: UserTerminal;
  readonly style: Style;
  /** Told in words why a command could not be run. */
  readonly tell: (message: string) => void;
  /** The screen is back, and the command may have changed files. */
  readonly onEnd: () => void;
};

/** The user's own commands, one at a time; a turn that runs goes on meanwhile, unseen. */
export class UserCommands {
  readonly #parts: UserCommandParts;
  #running: Promise<void> | undefined;

  constructor(parts: UserCommandParts) {
    this.#parts = parts;
  }

  /** Whether one has the terminal, or is about to. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when none runs. */
  whenEnded(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  /** Runs one. `shared`: the model gets to see it. */
  run(command: string, shared: boolean): void {
    this.#running = runUserCommand(command, shared, this.#parts).finally(() => {
      this.#running = undefined;
      this.#parts.onEnd();
    });
  }
}

/**
 * Runs a command where the model's shell stands, and resolves when it has ended and the screen is back. A `cd` in it
 * lasts as long as it does. The model gets to see a shared one with its next request.
 */
async function runUserCommand(
  command: string,
  shared: boolean,
  { userTerminal, style, tell, ...parts }: UserCommandParts,
): Promise<void> {
  const conversation = parts.conversation();
  const cwd = conversation.shellFolder();
  const root = conversation.session.header.cwd;
  const start = { command, shared, ...(cwd === root ? {} : { folder: relative(root, cwd) }) };
  try {
    const { exitCode, durationMs, output } = await userTerminal.run({
      command,
      cwd,
      head: (width) => ["", ...userCommandHead(start, { width, style })],
      foot: (end, width) => userCommandFoot({ ...end, shared }, { width, style }),
    });
    conversation.noteUserCommand({ command, cwd, shared, exitCode, durationMs, output });
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    tell(thrown.message);
  }
}
