/** Words for the user beside the answer: stderr, made printable here, because any of them may quote foreign text. */
import { sanitize } from "../terminal/sanitize.ts";
import { writeTo } from "./write-to.ts";

/** Says one line or several. Resolves when they are out; a stderr that is closed or full is no reason to stop. */
export async function tell(text: string): Promise<void> {
  try {
    await writeTo(process.stderr, `${sanitize(text, "output")}\n`);
  } catch {
    // There is no other place to say that this could not be said.
  }
}
