/** What is run. Everything on the same Bun, with the flags that the launcher gives it. */
import { fileURLToPath } from "node:url";

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** As in bin/rein.mjs; the floors take their packages as these come. */
const onBun = (path: string, settings = "bench/floor/runtime.tsconfig.json") => [
  process.execPath,
  "--no-env-file",
  `--config=${file("bin/runtime.bunfig.toml")}`,
  `--tsconfig-override=${file(settings)}`,
  "--no-install",
  file(path),
  "--",
];

/** The command lines, to which arguments can be added. */
export const programs = {
  rein: onBun("src/main.ts", "bin/runtime.tsconfig.json"),
  /** As a user starts it: Node looks for Bun and gives its place to it. */
  launcher: ["node", file("bin/rein.mjs")],
  /** A prompt on Ink and nothing else. */
  floorPrompt: onBun("bench/floor/prompt.tsx"),
  /** Requests and tool calls and nothing else. */
  floorHeadless: onBun("bench/floor/headless.ts"),
  /** Reads chat streams, with the SDK alone or with rein's adapter. */
  chatReading: onBun("bench/support/chat-reading.ts"),
  /** The start of Bun itself. */
  floorStart: [process.execPath, "-e", "0"],
} as const;

/** Makes rein and the floors talk to a server. */
export function modelEnv(chatUrl: string): Readonly<Record<string, string>> {
  return { OPENAI_BASE_URL: chatUrl, OPENAI_API_KEY: "none", OPENAI_MODEL: "bench" };
}
