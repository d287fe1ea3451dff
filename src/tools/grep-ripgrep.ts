/** grep through ripgrep, where it is installed. */
import { isAbsolute } from "node:path";
import { childEnvironment } from "../process/child-environment.ts";
import { type ProcessGroup, startGroup } from "../process/process-group.ts";
import { stopGroup } from "../process/stop-group.ts";
import type { LineMatch } from "../workspace/search-text.ts";
import { searchOurselves } from "./grep-ourselves.ts";
import type { Search } from "./search-scope.ts";
import { ToolError } from "./tool.ts";

/** The absolute path of ripgrep, or null. Relative folders on the PATH could be the project's own and do not count. */
export function findRipgrep(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const folders = (environment["PATH"] ?? "").split(":").filter((folder) => isAbsolute(folder));
  return Bun.which("rg", { PATH: folders.join(":") });
}

/**
 * Yields matching lines, files sorted by path, as `searchOurselves` does. Stops ripgrep when the reader stops.
 *
 * @throws ToolError for a bad pattern; the signal's reason when it fires.
 */
export async function* searchWithRipgrep(ripgrep: string, search: Search): AsyncGenerator<LineMatch> {
  const { scope, signal } = search;
  signal.throwIfAborted();
  const cwd = scope.type === "directory" ? scope.path : "/";
  const env = childEnvironment(process.env);
  const group = startGroup([ripgrep, ...argumentsFor(search)], { cwd, env, output: "separate" });
  const stop = () => group.signal("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  const trouble = textOf(group);
  try {
    for await (const line of linesFrom(group.stdout)) {
      const match = matchIn(line, search);
      if (match !== null && search.wants(match.path)) yield match;
    }
    signal.throwIfAborted();
    const { exitCode } = await group.exited;
    // 0: found; 1: nothing found; 2: trouble, which may be as small as one file without permission.
    if (exitCode !== 2) return;
    const said = await trouble;
    // An old ripgrep that does not know one of the options has searched nothing.
    if (/unrecognized flag|found argument|unexpected argument/i.test(said)) yield* searchOurselves(search);
    else report(said, search);
  } finally {
    signal.removeEventListener("abort", stop);
    await stopGroup(group, 0);
  }
}

/** No configuration file, and the same files as our own walk sees: no global excludes, `.gitignore` without a repository. */
function argumentsFor(search: Search): string[] {
  return [
    "--no-config",
    "--color=never",
    "--no-heading",
    "--with-filename",
    "--line-number",
    "--null",
    "--sort=path",
    "--no-ignore-global",
    "--no-ignore-dot",
    "--no-require-git",
    "--glob=!.git",
    ...(search.hidden ? ["--hidden"] : []),
    ...(search.ignoreCase ? ["--ignore-case"] : []),
    "--",
    search.pattern,
    search.scope.type === "directory" ? "./" : search.scope.path,
  ];
}

/** One line of ripgrep's output is `path NUL line:text`; its remarks about binary files have no NUL. */
function matchIn(output: string, { scope }: Search): LineMatch | null {
  const match = /^([^\0]+)\0(\d+):(.*)$/s.exec(output);
  if (match === null) return null;
  const [, path = "", line = "", text = ""] = match;
  const absolute = path.startsWith("./") ? `${scope.path}/${path.slice(2)}` : path;
  return { path: absolute, line: Number(line), text: text.replace(/\r$/, "") };
}

function report(trouble: string, { note }: Search): void {
  if (/^(regex parse error|error parsing|rg: (regex|error))/m.test(trouble)) {
    throw new ToolError(
      `The pattern is not a valid regular expression: ${trouble.trim()}`,
      "invalid_arguments",
    );
  }
  const [first = "unknown trouble"] = trouble.trim().split("\n");
  note(`ripgrep could not read everything: ${first}`);
}

async function* linesFrom(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = "";
  for await (const bytes of stream) {
    const [end = "", ...begun] = decoder.decode(bytes, { stream: true }).split("\n");
    if (line.length < maxLineLength) line += end;
    for (const next of begun) {
      yield line;
      line = next;
    }
  }
  if (line !== "") yield line;
}

/** What lies behind this in a line is passed over, UTF-16 units: a path and what is shown of a match take less. */
const maxLineLength = 64 * 1024;

/** Everything it said on stderr, up to a few KB. */
async function textOf({ stderr }: ProcessGroup): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stderr ?? []) {
    if (text.length < 4_000) text += decoder.decode(bytes, { stream: true });
  }
  return text;
}
