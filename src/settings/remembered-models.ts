/** What rein found out about models at their addresses, kept in `state.json` for some weeks. */
import { z } from "zod";
import { readPrivateFile } from "../private-files/private-file.ts";
import { openState, type StateContext, stateFile } from "./state.ts";

const rememberedSchema = z.object({
  /** When it was found out, ms since 1970. */
  at: z.number(),
  learned: z
    .object({
      omit: z.array(z.string()).exactOptional(),
      maxTokensField: z.enum(["max_tokens", "max_completion_tokens"]).exactOptional(),
      systemRole: z.enum(["developer", "user"]).exactOptional(),
      images: z.literal(false).exactOptional(),
    })
    .exactOptional()
    .catch({}),
  loaded: z
    .object({
      contextWindow: z.number().exactOptional(),
      trainedWindow: z.number().exactOptional(),
      tools: z.boolean().exactOptional(),
      vision: z.boolean().exactOptional(),
    })
    .exactOptional()
    .catch({}),
});
type Remembered = Omit<z.infer<typeof rememberedSchema>, "at">;

export type RememberedModels = {
  get(baseUrl: string, modelId: string): Remembered;
  set(baseUrl: string, modelId: string, change: Remembered): void;
};

/** Servers are brought up to date, and what they refused they may take one day; ms. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

/**
 * Reads what is kept at the first question, which is one look at a small file. Writing goes on behind the caller's back;
 * trouble with the disk is told, and what was found out holds for this run all the same.
 */
export function openRememberedModels(context: StateContext): RememberedModels {
  const { env, now } = context;
  let kept: Map<string, z.infer<typeof rememberedSchema>> | undefined;
  const all = () => (kept ??= readKept(stateFile(env), now()));
  let writing: Promise<void> = Promise.resolve();
  const write = async (key: string) => {
    const state = await openState(context);
    const value = all().get(key);
    if (value !== undefined) state.change(({ models }) => ({ models: { ...models, [key]: value } }));
  };
  return {
    get: (baseUrl, modelId) => all().get(keyOf(baseUrl, modelId)) ?? {},
    set(baseUrl, modelId, change) {
      const key = keyOf(baseUrl, modelId);
      all().set(key, { ...all().get(key), ...change, at: now() });
      writing = writing.then(() => write(key));
    },
  };
}

function keyOf(baseUrl: string, modelId: string): string {
  return `${baseUrl} ${modelId}`;
}

function readKept(file: string, now: number): Map<string, z.infer<typeof rememberedSchema>> {
  const kept = new Map<string, z.infer<typeof rememberedSchema>>();
  let state: unknown;
  try {
    state = JSON.parse(readPrivateFile(file)?.toString() ?? "");
  } catch {
    // Nothing is kept, or a file that whoever writes next keeps aside and tells of.
    return kept;
  }
  const models = z.object({ models: z.record(z.string(), z.unknown()) }).safeParse(state);
  for (const [key, value] of Object.entries(models.data?.models ?? {})) {
    const parsed = rememberedSchema.safeParse(value);
    if (parsed.success && Math.abs(now - parsed.data.at) < keptFor) kept.set(key, parsed.data);
  }
  return kept;
}
