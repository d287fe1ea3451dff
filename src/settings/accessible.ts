/** Whether the user wants lines to listen to in place of a screen. Asked before the first frame, so nothing heavy is loaded. */
import { earlySetting } from "./early-setting.ts";
import type { Environment } from "./paths.ts";

/** Ink's own variable counts too: who has set it for other programs means this one as well. */
const variables = ["ACCESSIBLE", "INK_SCREEN_READER"] as const;

/** What the environment says, or where it says nothing the user's settings file. Never throws. */
export async function wantsAccessible(env: Environment): Promise<boolean> {
  const said = variables.map((name) => env[name]?.trim() ?? "").find((text) => text !== "");
  if (said !== undefined) return !/^(?:0|false|no|off)$/i.test(said);
  return (await earlySetting(env, "accessible")) === true;
}
