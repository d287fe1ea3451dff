/**
 * What the terminal's own line editing does with a line that is being typed: it can be asked for what stands in it, and
 * told to show nothing. By `stty`, since the terminal stays in its line mode otherwise.
 */

/** Where `stty` and `dd` are, whatever the user's PATH says. */
const places = "/usr/bin:/bin";

/**
 * Without line editing for a moment, what was typed without Enter can be read; `min 0 time 0`: it is read at once, also
 * when it is nothing. 4096 bytes are more than a line may have.
 */
const takeScript =
  'saved=$(stty -g) || exit 1; stty -icanon min 0 time 0 && dd bs=4096 count=1 2>/dev/null; stty "$saved"';

/**
 * Takes what was typed at the terminal and not read yet, also without Enter, so that no line goes on from it; empty for
 * nothing, or no terminal.
 */
export function takeTyped(): Uint8Array {
  return runInTerminal(takeScript) ?? new Uint8Array();
}

let isHidden = false;

/** Whether what is typed is seen. False when the terminal does not do that. */
export function showTyping(isShown: boolean): boolean {
  const isDone = runInTerminal(isShown ? "stty echo" : "stty -echo") !== null;
  if (isDone) isHidden = !isShown;
  return isDone;
}

/** For every way out: what is typed is seen again, if it was not. */
export function restoreTyping(): void {
  if (isHidden) showTyping(true);
}

/** What a script printed that has the terminal as its input; null when it failed. */
function runInTerminal(script: string): Uint8Array | null {
  const { success, stdout } = Bun.spawnSync(["/bin/sh", "-c", script], {
    stdin: "inherit",
    stdout: "pipe",
    stderr: "ignore",
    env: { PATH: places },
  });
  return success ? stdout : null;
}
