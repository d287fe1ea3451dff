/** `!command` where there is no screen: what it prints is told line by line, and it gets nothing to read. */
import { relative } from "node:path";
import type { Conversation } from "../../app/conversation.ts";
import { messageOf } from "../../protocol/error.ts";
import { maxTimeoutMs, runCommand } from "../../process/run-command.ts";
import { createSanitizer } from "../../terminal/sanitize.ts";
import { formatDuration } from "../../transcript/format.ts";
import { environmentOf } from "../repl/user/own-environment.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type UserShellParts = {
  readonly conversation: Conversation;
  readonly voice: Voice;
  /** Rein's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the command. */
  readonly signal: AbortSignal;
};

/** Runs it where the model's shell stands, and writes it down. Never rejects: what goes wrong is told. */
export async function runInUserShell(
  command: string,
  shared: boolean,
  { conversation, voice, env, signal }: UserShellParts,
): Promise<void> {
  const cwd = conversation.shellFolder();
  const folder = relative(conversation.session.header.cwd, cwd);
  voice.speak(
    folder === ""
      ? say`Running it in your shell. It gets nothing to read; Ctrl+C ends it.`
      : say`Running it in your shell, in ${folder}. It gets nothing to read; Ctrl+C ends it.`,
  );
  const lines = createLines((line) => voice.speak(line));
  try {
    const result = await runCommand({
      command,
      cwd,
      signal,
      timeoutMs: maxTimeoutMs,
      env: environmentOf(env),
      inherits: { pass: Object.keys(env) },
      onOutput(text, skipped) {
        if (skipped !== undefined) lines.push(`\n${say`(lines are left out here: it prints too fast)`}\n`);
        lines.push(text);
      },
    });
    lines.end();
    const { exitCode, durationMs, output } = result;
    const time = formatDuration(durationMs);
    if (result.timedOut) voice.speak(say`It was ended after ${time}: it ran too long for accessible mode.`);
    else if (exitCode === null) voice.speak(say`It was ended after ${time}.`);
    else voice.speak(say`It ended: exit ${exitCode}, ${time}.`);
    conversation.noteUserCommand({ command, cwd, shared, exitCode, durationMs, output });
  } catch (thrown) {
    lines.end();
    voice.tell(say`It could not be run: ${messageOf(thrown)}.`, "error");
  }
}

/** Hands on whole lines of what comes in pieces. */
function createLines(onLine: (line: string) => void): { push(text: string): void; end(): void } {
  const sanitizer = createSanitizer({ tabWidth: 4 });
  let rest = "";
  const take = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
  return {
    push: (text) => take(sanitizer.push(text)),
    end() {
      take(sanitizer.end());
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}
