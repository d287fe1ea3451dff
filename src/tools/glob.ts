/** glob: files by name. */
import { z } from "zod";
import type { ToolResult } from "../protocol/tool-result.ts";
import { displayPath } from "../workspace/paths.ts";
import { globMatcher, walk } from "../workspace/walk.ts";
import { asToolErrors, oneLine } from "./failures.ts";
import { includesHidden, requireSameScope, type Scope, scopeOf } from "./search-scope.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  pattern: z.string().min(1).describe('Such as "src/**/*.ts"; without "/" it matches names at any depth.'),
  path: z.string().optional().describe("Folder to look in; default: the project."),
});
type Input = z.infer<typeof schema>;

/** The most files that are listed. */
export const maxGlobResults = 500;

export const globTool: Tool<Input> = {
  name: "glob",
  aliases: ["Glob", "find_files", "list_files"],
  description:
    "Lists files by a glob pattern, sorted by path. Leaves out what .gitignore names and hidden files.",
  risk: "read",
  schema,
  title: ({ pattern, path }) => oneLine(path === undefined ? pattern : `${pattern} in ${path}`),
  async prepare(input, context) {
    if (input.pattern.startsWith("/") || input.pattern.split("/").includes("..")) {
      throw new ToolError("pattern is relative to path. Put the folder into path instead.");
    }
    const scope = await scopeOf(input.path, context);
    if (scope.type === "file") throw new ToolError(`${scope.name} is a file, not a folder.`);
    return {
      accesses: [{ type: "read", path: scope.path }],
      preview: { type: "text", text: `List ${input.pattern} in ${scope.name}` },
      async run({ signal }) {
        await requireSameScope(input.path, scope, context);
        return list(input, scope, context, signal);
      },
    };
  },
};

async function list(
  input: Input,
  scope: Scope,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const matches = globMatcher(scope.path, input.pattern);
  const hidden = includesHidden(scope, input.pattern);
  const unreadable: string[] = [];
  const found: string[] = [];
  await asToolErrors(async () => {
    const files = walk(scope.path, { signal, hidden, onUnreadable: (path) => void unreadable.push(path) });
    for await (const path of files) {
      if (matches(path)) found.push(displayPath(context.cwd, path));
    }
  });
  const notices: string[] = [];
  if (found.length > maxGlobResults) {
    notices.push(
      `${found.length} files match; the first ${maxGlobResults} are listed. Use a narrower pattern or path.`,
    );
  }
  if (unreadable.length > 0) notices.push(`${unreadable.length} folder(s) could not be read.`);
  if (found.length === 0) {
    const scopeOfSearch = hidden
      ? "Ignored files were not looked at."
      : "Ignored and hidden files were not looked at.";
    notices.push(`No file matches ${input.pattern} in ${scope.name}. ${scopeOfSearch}`);
  }
  const lines = [...found.slice(0, maxGlobResults), ...notices.map((notice) => `[${notice}]`)];
  return {
    ok: true,
    text: lines.join("\n"),
    summary: found.length === 1 ? "1 file" : `${found.length} files`,
  };
}
