/** `!command`: run with the terminal, and written down in the session. */
import { relative } from "node:path";
import type { Conversation } from "../../app/conversation.ts";
import { UserError } from "../../protocol/error.ts";
import type { Style } from "../../terminal/style.ts";
import { userCommandFoot, userCommandHead } from "../../transcript/render-user-command.ts";
import type { UserTerminal } from "./user-terminal.ts";

export type UserCommandParts = {
  readonly conversation: Conversation;
  readonly userTerminal: UserTerminal;
  readonly style: Style;
  /** Told in words why a command could not be run. */
  readonly tell: (message: string) => void;
};

/**
 * Runs a command where the model's shell stands, and resolves when it has ended and the screen is back. A `cd` in it
 * lasts as long as it does. The model gets to see a shared one with its next request.
 */
export async function runUserCommand(
  command: string,
  shared: boolean,
  { conversation, userTerminal, style, tell }: UserCommandParts,
): Promise<void> {
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
