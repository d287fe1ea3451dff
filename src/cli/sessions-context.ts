/** `rein sessions show ID --context`: what fills the window of the session's model, part by part. */
import { lookAtContext } from "../app/context-parts.ts";
import { contextLines } from "../app/context-words.ts";
import { leftOutWords, openFolder } from "../app/open-folder.ts";
import { scratchFolderOf } from "../app/open-shell.ts";
import { policyFacts, realFolder } from "../app/policy-facts.ts";
import { rulesInForce } from "../app/policy-options.ts";
import { lastChoices } from "../app/resume.ts";
import { registryFor } from "../app/tools.ts";
import { readInstructions, type ReadInstructions } from "../context/instructions.ts";
import { buildSystemPrompt, instructionsIn } from "../context/system-prompt.ts";
import { createPolicy } from "../permissions/policy.ts";
import { ownFamilies } from "../providers/own-providers.ts";
import { modelNamed } from "../providers/find-model.ts";
import { loadPublishedModels } from "../providers/published-models.ts";
import type { Entry, Header } from "../protocol/entry.ts";
import { dataPaths } from "../sessions/paths.ts";
import type { LoadedSettings } from "../settings/load.ts";
import { settingsHere } from "./settings-here.ts";

/** The lines of the parts, as the session would be opened now, and what is to be said about that. */
export async function storedContext(header: Header, entries: readonly Entry[]): Promise<string[]> {
  const model = lastChoices(entries).model ?? "";
  await loadPublishedModels();
  const { env, platform } = process;
  const { cwd, createdAt, gitBranch = null } = header;
  const folder = openFolder({ cwd, env });
  const loaded = await settingsHere({
    project: cwd,
    isTrusted: folder.isTrusted,
    fromProject: folder.brought.fromProject,
  });
  const { families } = ownFamilies(loaded.settings.providers ?? {});
  const leftOut = leftOutWords(folder);
  const { instructions, notes } =
    leftOut === null ? await instructionsOf(cwd, loaded) : { instructions: null, notes: [leftOut] };
  const scratchFolder = scratchFolderOf(realFolder(dataPaths(env).outputs, cwd), { header });
  const day = createdAt.slice(0, 10);
  const look = lookAtContext({
    entries,
    system: buildSystemPrompt({ cwd, platform, day, gitBranch, scratchFolder, instructions }),
    instructions: instructionsIn(instructions),
    tools: registryFor(model, undefined).definitions(),
    model,
    window: modelNamed(model, families)?.contextWindow,
    scaled: (tokens) => tokens,
  });
  return [...contextLines(look), ...notes];
}

/** The same that an open session has: a rule may keep the file from the model. */
async function instructionsOf(cwd: string, loaded: LoadedSettings): Promise<ReadInstructions> {
  const { env } = process;
  const policy = createPolicy({
    ...policyFacts(env, cwd, [dataPaths(env)]),
    ...rulesInForce(loaded, env, cwd),
  });
  return readInstructions(cwd, (path) => policy.hidesFromSearch(path));
}
