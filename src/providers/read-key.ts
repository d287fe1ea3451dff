/** Reads the key of a provider of the user's own, at the first request. */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { runBriefly } from "../process/run-briefly.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import type { KeySource } from "./provider-family.ts";

/** The time that a command has to print a key, ms: a password manager may ask its user first. */
const longestCommand = 60_000;

/** The key. Rejects with a `UserError` that says what is wrong, never with what was read. */
export async function readKey(providerId: string, source: KeySource): Promise<string> {
  const key =
    "file" in source
      ? await fromFile(providerId, source.file)
      : await fromCommand(providerId, source.command);
  if (key !== "" && !/\s/.test(key)) return key;
  const where = "file" in source ? source.file : source.command;
  throw new UserError(
    key === ""
      ? say`The key of ${providerId} could not be read: “${where}” holds nothing.`
      : say`The key of ${providerId} could not be read: “${where}” holds more than one word.`,
  );
}

async function fromFile(providerId: string, file: string): Promise<string> {
  try {
    return (await readFile(file.replace(/^~(?=\/)/, homedir()), "utf8")).trim();
  } catch (cause) {
    throw new UserError(say`The key of ${providerId} could not be read from ${file}: ${messageOf(cause)}.`, {
      cause,
    });
  }
}

/** The command is the user's own, out of their settings; a shell runs it. Nothing of its output is shown. */
async function fromCommand(providerId: string, command: string): Promise<string> {
  const end = await runBriefly({
    command,
    cwd: process.cwd(),
    env: process.env,
    input: "",
    limit: longestCommand,
    signal: new AbortController().signal,
  });
  if (end.type === "failed")
    throw new UserError(
      say`The key of ${providerId} could not be read by the command “${command}”: ${end.why}.`,
    );
  return end.text.trim();
}
