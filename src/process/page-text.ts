/** Lets the user read a text in their own pager. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { userProgramLine } from "./user-program-line.ts";

/** Where nobody has said which: it stays open for short texts, too, and leaves the screen as it was. */
const fallbackPager = "less -+F -+X";

/**
 * Opens `text` in $PAGER, else less; where $PAGER only prints (`cat`), in $VISUAL or $EDITOR. It gets rein's terminal,
 * which must be lent. The text stands in a file that only the user can read, and is gone afterwards, also where the
 * process ends meanwhile. Throws a `UserError` when the pager cannot be started or gives up. `signal` ends it
 * (SIGTERM).
 */
export function pageText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<void> {
  return pagePieces([text, "\n"], env, signal);
}

/** The same for a text that comes piece by piece, each asked for when the one before is written. */
export async function pagePieces(
  pieces: AsyncIterable<string> | Iterable<string>,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<void> {
  const pager = pagerOf(env);
  const folder = mkdtempSync(join(tmpdir(), "rein-"));
  const file = join(folder, "item.md");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    writeFileSync(file, "", { mode: 0o600 });
    for await (const piece of pieces) appendFileSync(file, piece);
    // The variable may hold arguments, as in "less -R", so a shell reads it; the file is a word of its own.
    const child = Bun.spawn(["sh", "-c", userProgramLine(pager), "sh", file], {
      stdio: ["inherit", "inherit", "inherit"],
      env: { ...env },
      ...(signal === undefined ? {} : { signal }),
    });
    const code = await child.exited;
    if (code !== 0) throw new UserError(say`The pager “${pager}” ended with exit code ${code}.`);
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(say`The text could not be shown in a pager: ${messageOf(thrown)}.`, {
      cause: thrown,
    });
  } finally {
    process.off("exit", remove);
    remove();
  }
}

function pagerOf(env: Readonly<Record<string, string | undefined>>): string {
  const pager = env["PAGER"]?.trim() ?? "";
  if (pager !== "" && !/^cat\b/.test(pager)) return pager;
  const editor = pager === "" ? undefined : [env["VISUAL"], env["EDITOR"]].find((name) => name?.trim());
  return editor ?? fallbackPager;
}
