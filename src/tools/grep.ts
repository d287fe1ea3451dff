/** grep: lines by their content. */
import { z } from "zod";
import type { ToolResult } from "../protocol/tool-result.ts";
import { displayPath } from "../workspace/paths.ts";
import type { LineMatch } from "../workspace/search-text.ts";
import { cutText } from "../workspace/text.ts";
import { globMatcher } from "../workspace/walk.ts";
import { asToolErrors, oneLine } from "./failures.ts";
import { findRipgrep, searchWithRipgrep } from "./grep-ripgrep.ts";
import { searchOurselves } from "./grep-ourselves.ts";
import { includesHidden, requireSameScope, type Scope, scopeOf, type Search } from "./search-scope.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const schema = z.object({
  pattern: z.string().min(1).describe("Regular expression, matched line by line."),
  path: z.string().optional().describe("File or folder; default: the project."),
  glob: z.string().min(1).optional().describe('Only these files, such as "*.ts" or "src/**/*.md".'),
  ignore_case: z.boolean().optional(),
});
type Input = z.infer<typeof schema>;

/** What one call shows: matching lines, and characters of each. */
export const grepLimits = { matches: 200, lineLength: 500 } as const;

/** How long a search may take, ms. */
const searchTimeoutMs = 30_000;

export const grepTool: Tool<Input> = {
  name: "grep",
  aliases: ["Grep", "search", "search_files"],
  description:
    "Finds lines in files, as file:line:text. Leaves out what .gitignore names, hidden and binary files.",
  risk: "read",
  schema,
  title: ({ pattern, path }) => oneLine(path === undefined ? pattern : `${pattern} in ${path}`),
  async prepare(input, context) {
    if (input.pattern.includes("\n"))
      throw new ToolError("pattern contains a line end; lines are matched one by one.");
    const scope = await scopeOf(input.path, context);
    return {
      accesses: [{ type: "read", path: scope.path }],
      preview: { type: "text", text: `Search ${input.pattern} in ${scope.name}` },
      async run({ signal }) {
        await requireSameScope(input.path, scope, context);
        return search(input, scope, context, signal);
      },
    };
  },
};

async function search(
  input: Input,
  scope: Scope,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const timeout = AbortSignal.timeout(searchTimeoutMs);
  const notes = new Set<string>();
  const matchesGlob = input.glob === undefined ? () => true : globMatcher(scope.path, input.glob);
  // A single file was named, and allowed by its name; only a search through many may run into a secret one.
  const isShown = (path: string) => scope.type === "file" || context.hidesFromSearch?.(path) !== true;
  const request: Search = {
    scope,
    pattern: input.pattern,
    ignoreCase: input.ignore_case === true,
    hidden: includesHidden(scope, input.glob),
    wants: (path) => (scope.type === "file" || matchesGlob(path)) && isShown(path),
    signal: AbortSignal.any([signal, timeout]),
    note: (sentence) => notes.add(sentence),
  };
  const ripgrep = findRipgrep();
  const matches = ripgrep === null ? searchOurselves(request) : searchWithRipgrep(ripgrep, request);
  const found = await asToolErrors(() =>
    take(matches, grepLimits.matches, { signal, timeout, note: request.note }),
  );
  return resultOf(found, request, context, [...notes]);
}

type Found = { readonly matches: readonly LineMatch[]; readonly isCut: boolean };

/** The first matches, and whether there were more. A time limit is noted and keeps what was found; a stop is thrown. */
async function take(
  source: AsyncIterable<LineMatch>,
  limit: number,
  { signal, timeout, note }: { signal: AbortSignal; timeout: AbortSignal; note: (sentence: string) => void },
): Promise<Found> {
  const matches: LineMatch[] = [];
  try {
    for await (const match of source) {
      if (matches.length === limit) return { matches, isCut: true };
      matches.push(match);
    }
  } catch (thrown) {
    if (signal.aborted || !timeout.aborted) throw thrown;
    note(`Stopped at the time limit of ${searchTimeoutMs / 1_000} s; not everything was searched.`);
    return { matches, isCut: false };
  }
  return { matches, isCut: false };
}

function resultOf(found: Found, request: Search, context: ToolContext, notes: readonly string[]): ToolResult {
  const lines = found.matches.map(({ path, line, text }) => {
    const cut = cutText(text, grepLimits.lineLength);
    return `${displayPath(context.cwd, path)}:${line}:${cut}${cut === text ? "" : "…"}`;
  });
  const notices = [...notes];
  if (found.isCut) {
    notices.unshift(
      `There are more than ${grepLimits.matches} matches; these are the first. Use a narrower pattern, path or glob.`,
    );
  }
  if (lines.length === 0) {
    const left = request.hidden ? "Ignored and binary files" : "Ignored, hidden and binary files";
    notices.unshift(`No line matches in ${request.scope.name}. ${left} were not searched.`);
  }
  const count = `${lines.length}${found.isCut ? "+" : ""}`;
  return {
    ok: true,
    text: [...lines, ...notices.map((notice) => `[${notice}]`)].join("\n"),
    summary: count === "1" ? "1 match" : `${count} matches`,
  };
}
