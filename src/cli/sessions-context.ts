/** `rein sessions show ID --context`: what fills the window of the session's model, part by part. */
import { lookAtContext } from "../app/context-parts.ts";
import { contextLines } from "../app/context-words.ts";
import { lastChoices } from "../app/resume.ts";
import { registryFor } from "../app/tools.ts";
import { buildSystemPrompt } from "../context/system-prompt.ts";
import { ownFamilies } from "../providers/own-providers.ts";
import { modelNamed } from "../providers/find-model.ts";
import { loadPublishedModels } from "../providers/published-models.ts";
import type { Entry, Header } from "../protocol/entry.ts";
import { loadSettings } from "../settings/load.ts";
import { say } from "../words/say.ts";

/** The lines of the parts. The project's instructions are not among them: whether they are used is decided when it is open. */
export async function storedContext(header: Header, entries: readonly Entry[]): Promise<string[]> {
  const model = lastChoices(entries).model ?? "";
  await loadPublishedModels();
  const { settings } = loadSettings({ env: process.env, project: header.cwd });
  const { families } = ownFamilies(settings.providers ?? {});
  const { cwd, createdAt, gitBranch = null } = header;
  const { platform } = process;
  const look = lookAtContext({
    entries,
    system: buildSystemPrompt({ cwd, platform, day: createdAt.slice(0, 10), gitBranch, instructions: null }),
    instructions: "",
    tools: registryFor(model, undefined).definitions(),
    model,
    window: modelNamed(model, families)?.contextWindow,
    scaled: (tokens) => tokens,
  });
  return [
    ...contextLines(look),
    say`The project's instructions come on top of it where the session is open and they are used.`,
  ];
}
