/** What Codex puts into the user's messages, told from what the user wrote. Pure. */
import { tagged } from "./claude-noise.ts";

const tags: ReadonlySet<string> = new Set([
  "environment_context",
  "environments_instructions",
  "user_instructions",
  "permissions instructions",
  "collaboration_mode",
  "personality_spec",
  "apps_instructions",
  "skills_instructions",
  "plugins_instructions",
  "turn_aborted",
  "subagent_notification",
  "skill",
  "model_switch",
  "INSTRUCTIONS",
]);

/** True for a text that the program wrote for the model. */
export function insertedBy(text: string): boolean {
  const start = text.trimStart();
  if (start.startsWith("# AGENTS.md instructions")) return true;
  const [, name] = /^<([A-Za-z_ ]+)>/.exec(start) ?? [];
  return name !== undefined && tags.has(name);
}

/** An editor's setup stands in front of what was asked. */
export function ownWords(text: string): string {
  const mark = "## My request for Codex:";
  const at = text.startsWith("# Context from my IDE setup:") ? text.indexOf(mark) : -1;
  return at === -1 ? text : text.slice(at + mark.length).trim();
}

/** A command that the user ran, with what it gave; null for any other text. */
export function userShell(
  text: string,
): { readonly command: string; readonly output: string; readonly exitCode: number } | null {
  if (!/^\s*<user_shell_command>/.test(text)) return null;
  const result = tagged(text, "result");
  const [, code = "0"] = /^Exit code: (\d{1,3})$/m.exec(result) ?? [];
  const [, output = result] = /^Output:\n([\s\S]*)$/m.exec(result) ?? [];
  return { command: tagged(text, "command"), output, exitCode: Number(code) };
}
