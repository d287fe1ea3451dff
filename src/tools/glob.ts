/** glob: files by name. */
import { z } from "zod";
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { filesThat, listFiles } from "../workspace/file-list.ts";
import { globMatcher } from "../workspace/globs.ts";
import { displayPath } from "../workspace/paths.ts";
import { asToolErrors, oneLine } from "./failures.ts";
import { newestFirst } from "./newest-first.ts";
import { counted, listNotices, number, withNotices } from "./search-notices.ts";
import {
  includesHidden,
  narrow,
  requireInside,
  requireSameScope,
  type Scope,
  scopeOf,
} from "./search-scope.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  pattern: z.string().min(1).describe('Such as "src/**/*.ts"; without "/" it matches names at any depth.'),
  path: z.string().optional().describe("Folder; default: the project."),
  hidden: z.boolean().optional().describe("Also hidden files."),
});
type Input = z.infer<typeof schema>;

/** The most files that are listed. */
export const maxGlobResults = 500;

/** More than these are not asked for their time, which takes 2 µs each; they come by path. */
export const maxGlobSorted = 20_000;

/** How long a search may take, ms. */
const timeLimitMs = 20_000;

export type GlobOptions = {
  /** A signal that fires when the time is over, made as a search begins. */
  readonly timeLimit?: () => AbortSignal;
};

/** The tool, with the time limit as a part that tests replace. */
export function createGlobTool({
  timeLimit = () => AbortSignal.timeout(timeLimitMs),
}: GlobOptions = {}): Tool<Input> {
  return {
    name: "glob",
    aliases: ["Glob", "find_files", "list_files"],
    description: "Lists files by a glob pattern, newest first. Leaves out ignored and hidden files.",
    risk: "read",
    schema,
    title: ({ pattern, path }) => oneLine(path === undefined ? pattern : say`${pattern} in ${path}`),
    async prepare(input, context) {
      requireInside(input.pattern);
      const scope = await scopeOf(input.path, context);
      if (scope.type === "file") throw new ToolError(`${scope.name} is a file, not a folder.`);
      return {
        accesses: [{ type: "read", path: scope.path }],
        preview: { type: "text", text: `List ${input.pattern} in ${scope.name}` },
        async run({ signal }) {
          await requireSameScope(input.path, scope, context);
          const result = await asToolErrors(() =>
            list(input, scope, context, AbortSignal.any([signal, timeLimit()])),
          );
          signal.throwIfAborted();
          return result;
        },
      };
    },
  };
}

export const globTool = createGlobTool();

async function list(
  input: Input,
  scope: Scope,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { pattern } = input;
  const matches = globMatcher(pattern);
  const hidden = input.hidden === true || includesHidden(scope, pattern);
  const { folder, link } = narrow(scope, pattern);
  const files = await listFiles(folder, context.cwd, { hidden, signal });
  const found = filesThat(files, scope.path, matches);
  const isSorted = found.length <= maxGlobSorted;
  const sorted = isSorted ? newestFirst(found) : found;
  const notices: string[] = [];
  if (files.end === "stopped") {
    const so =
      found.length === 0 ? "no file that matches was found so far" : "these are the files found so far";
    notices.push(
      `Stopped at the time limit after ${counted(files.fileCount, "file")}: ${so}. Use a narrower path.`,
    );
  }
  if (found.length > maxGlobResults) {
    const order = isSorted ? "newest" : "first by path";
    notices.push(
      `${number(found.length)} files match; the ${maxGlobResults} ${order} are listed. Use a narrower pattern or path.`,
    );
  }
  if (found.length === 0 && files.end !== "stopped") {
    const left = hidden ? "Ignored files" : "Ignored and hidden files";
    notices.push(`No file matches ${pattern} in ${scope.name}. ${left} were not looked at.`);
  }
  if (link !== null)
    notices.push(
      `${displayPath(context.cwd, link)} is a symbolic link and was not followed. Give it as path.`,
    );
  notices.push(...listNotices(files, context.cwd));
  const lines = sorted.slice(0, maxGlobResults).map((path) => displayPath(context.cwd, path));
  return {
    ok: true,
    text: withNotices(lines, notices),
    summary: found.length === 1 ? say`1 file` : say`${number(found.length)} files`,
  };
}
