/** May a command run by itself in `auto` where a sandbox holds it in the project? Pure. */
import { say } from "../words/say.ts";
import { riskOfArguments } from "./command-risk.ts";
import { innerCommands } from "./inner-commands.ts";
import { reasonAgainstWord } from "./looks-contained.ts";
import type { PlacedPart } from "./place.ts";

/**
 * Why a part needs a person's eye in spite of the sandbox, or null. The sandbox keeps what it writes in the project and
 * off the network; what it reads is shown to the model, so what it names must be in the project and no secret.
 */
export function reasonNotInSandbox({ part, place }: PlacedPart): string | null {
  const inner = innerCommands(part);
  if (inner.hidden) return say`\`${part.words[0].text}\` runs something that does not stand in the command`;
  for (const one of [part, ...inner.commands]) {
    const risk = riskOfArguments(one, place);
    if (risk !== null) return risk;
    for (const word of one.words.slice(1)) {
      const outside = reasonAgainstWord(word, place);
      if (outside !== null) return outside;
    }
  }
  return null;
}
