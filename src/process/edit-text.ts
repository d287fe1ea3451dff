/** Lets the user edit a text in their own editor. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { userProgramLine } from "./user-program-line.ts";

/** Where nobody has said which editor; POSIX has it everywhere. */
const fallbackEditor = "vi";

/**
 * Opens `text` in $VISUAL, else $EDITOR, else vi, and returns what was saved, without the newline that editors add.
 * The editor gets rein's terminal, which must be lent. The text stands in a file that only the user can read, and is
 * gone afterwards. `signal` ends the editor (SIGTERM). Throws a `UserError` when it cannot be started or gives up.
 */
export async function editText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<string> {
  const editor =
    [env["VISUAL"], env["EDITOR"], fallbackEditor].find((name) => name?.trim()) ?? fallbackEditor;
  const folder = mkdtempSync(join(tmpdir(), "rein-"));
  const file = join(folder, "message.md");
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // The variable may hold arguments, as in "code --wait", so a shell reads it; the file is a word of its own.
    const child = Bun.spawn(["sh", "-c", userProgramLine(editor), "sh", file], {
      stdio: ["inherit", "inherit", "inherit"],
      env: { ...env },
      ...(signal === undefined ? {} : { signal }),
    });
    const code = await child.exited;
    if (code !== 0)
      throw new UserError(say`The editor “${editor}” ended with exit code ${code}; the text is as it was.`);
    return readFileSync(file, "utf8").replace(/\n$/, "");
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(say`The text could not be edited: ${messageOf(thrown)}.`, { cause: thrown });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
