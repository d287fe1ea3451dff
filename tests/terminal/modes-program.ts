/**
 * The program that the pseudo-terminal tests of reading and modes start. It prints each event as a line, and does what
 * a typed letter says:
 *
 *     t throw   r reject   x exit   a alternate screen   m main screen   b block the loop until a file is there
 *     e an "editor" that reads 20 bytes   p a "pager" for Ctrl+C to end   z suspend   q leave the event loop to itself
 *
 * With `early` as first argument it says "asleep" and starts to read when the file named by `GATE` is there.
 */
import { existsSync } from "node:fs";
import { createInput, type Input } from "../../src/terminal/input/reader.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { handOver } from "../../src/terminal/input/hand-over.ts";
import { keyId } from "../../src/terminal/input/key.ts";
import { createModes } from "../../src/terminal/modes.ts";
import { installExitRestoration } from "../../src/terminal/modes/exit-restoration.ts";
import { createSuspension } from "../../src/terminal/modes/suspend.ts";
import { writeNow } from "../../src/terminal/modes/write-now.ts";

const print = writeNow(1);
const gate = process.env["GATE"] ?? "";

function blockUntilGate(): void {
  while (!existsSync(gate)) Bun.sleepSync(1);
}

function told(event: InputEvent): string {
  if (event.type === "key") return keyId(event.key);
  if (event.type === "text" || event.type === "paste") return `${event.type}(${JSON.stringify(event.text)})`;
  if (event.type === "reply") return `reply(${event.reply.kind})`;
  return event.type;
}

const modes = createModes({
  write: (text) => void process.stdout.write(text),
  now: () => performance.now(),
  focus: true,
});
const input: Input = createInput({
  stdin: process.stdin,
  replyDue: () => modes.replyDue,
  waits: { key: 40, keyWhileReplyDue: 40 },
});
installExitRestoration(process, {
  restore() {
    modes.restore();
    input.stop();
  },
  isLent: () => input.state === "paused",
  beforeExit: [(reason) => print(`\r\nbefore ${reason.type}\r\n`)],
});
const suspension = createSuspension(process, {
  isLent: () => input.state === "paused",
  release() {
    modes.release();
    input.pause();
  },
  retake() {
    input.resume();
    modes.retake();
  },
  repaint: () => print("\r\nrepainted\r\n"),
});

const editor = 'stty raw -echo; printf "editing\\r\\n"; got=$(head -c 20); stty sane; echo "editor($got)"';
const pager = "echo paging; exec cat";

async function lend(script: string): Promise<void> {
  await handOver({ input, modes }, async () => {
    const child = Bun.spawn(["sh", "-c", script], { stdin: "inherit", stdout: "inherit", stderr: "inherit" });
    await child.exited;
  });
  print("back\r\n");
}

const commands: Record<string, () => void> = {
  t() {
    throw new Error("thrown on purpose");
  },
  r: () => void Promise.reject(new Error("rejected on purpose")),
  x: () => process.exit(7),
  a: () => modes.enterAlternateScreen({ mouse: true }),
  m: () => modes.leaveAlternateScreen(),
  b() {
    print("blocked\r\n");
    blockUntilGate();
  },
  e: () => void lend(editor),
  p: () => void lend(pager),
  z: () => suspension.suspend(),
  q: () => input.stop(),
};

if (process.argv[2] === "early") {
  print("asleep\r\n");
  blockUntilGate();
}
modes.enter();
input.start();
input.subscribe((event) => {
  print(`[${told(event)}]\r\n`);
  if (event.type === "reply") modes.receive(event.reply);
  if (event.type === "end") process.exit(129);
  if (event.type === "text") commands[event.text]?.();
});
