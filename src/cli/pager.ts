/** A long text, for who looks at the terminal. */
import { sanitize } from "../terminal/sanitize.ts";
import { print } from "./output.ts";

/**
 * Shows a text in the user's pager (`$PAGER`, else `less`), made printable, and resolves when they leave it. Without one
 * it is printed.
 */
export async function showInPager(text: string): Promise<void> {
  const shown = new TextEncoder().encode(sanitize(text, "output"));
  const pager = process.env["PAGER"] ?? "";
  const command = pager.trim() === "" ? ["less"] : ["sh", "-c", pager];
  try {
    // The text begins at its beginning and stays in view when it is short.
    const env = { ...process.env, LESS: process.env["LESS"] ?? "X" };
    const child = Bun.spawn([...command], { stdin: shown, stdout: "inherit", stderr: "inherit", env });
    if ((await child.exited) !== 127) return;
  } catch {
    // There is no such program.
  }
  await print(text);
}
