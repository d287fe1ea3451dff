/** The command line's words in the terms of the app. */
import type { AppOptions } from "../app/options.ts";
import type { Arguments } from "./arguments.ts";
import { currentFolder } from "./current-folder.ts";

/** What the app is opened with: the arguments, this process's folder and environment, and what the host adds. */
export function appOptionsOf(
  args: Arguments,
  version: string,
  host: Pick<AppOptions, "canAsk" | "defaultMaxTurns">,
): AppOptions {
  const { model, permissionMode, tools, maxTurns, maxCost, debugFile, recordFile, sessionId } = args;
  return {
    cwd: currentFolder(),
    env: process.env,
    version,
    allow: args.allow,
    ask: args.ask,
    deny: args.deny,
    ...host,
    ...(args.trust === true ? { trust: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(args.sandbox === undefined ? {} : { sandbox: args.sandbox }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(tools === undefined ? {} : { tools }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(recordFile === undefined ? {} : { recordFile }),
    ...(debugFile === undefined ? {} : { debugFile }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(args.isEphemeral === true ? { isEphemeral: true } : {}),
  };
}
