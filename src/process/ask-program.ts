/** Asks a program something that it answers at once, such as its version. */

/** A program that has said nothing by then is not waited for, ms. */
const longestAnswer = 3_000;

/** The first line that it prints; null when it cannot be started, fails or takes too long. Never rejects. */
export async function askProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    const child = Bun.spawn([...argv], {
      // Not in the project: what lies there must not have a say.
      cwd: "/",
      env: { ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      timeout: longestAnswer,
      killSignal: "SIGKILL",
    });
    const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    const line = text.split("\n", 1)[0]?.trim() ?? "";
    return code === 0 && line !== "" ? line : null;
  } catch {
    // It cannot be started: then there is no answer, and that is what is told.
    return null;
  }
}
