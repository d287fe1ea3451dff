/** grep: lines by their content. */
import type { ToolResult } from "../protocol/tool-result.ts";
import { type FileList, listFiles } from "../workspace/file-list.ts";
import { asToolErrors, oneLine } from "./failures.ts";
import { filterOf, type GrepInput, grepSchema, requireLines } from "./grep-input.ts";
import type { FileCount, Query, SearchEngine, SearchLog } from "./grep-query.ts";
import { newestFirst } from "./newest-first.ts";
import { grepResult, pathsToShow } from "./grep-result.ts";
import { type FileFilter, type SearchTargets, targetFile, targetList } from "./grep-targets.ts";
import {
  includesHidden,
  narrow,
  requireInside,
  requireSameScope,
  type Scope,
  scopeOf,
} from "./search-scope.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { say } from "../words/say.ts";

/** How long a search may take, ms. */
const timeLimitMs = 20_000;

/** How long listing the files may take of that, so that those which were listed can be searched. Ms. */
const listLimitMs = 10_000;

/** How long showing what a search has found may take on top of that, ms. */
const showLimitMs = 5_000;

export type GrepOptions = {
  /** A signal that fires when the time is over, made as a search begins. */
  readonly timeLimit?: () => AbortSignal;
  /** Loads the way to search contents. */
  readonly engine?: () => Promise<SearchEngine>;
};

/** The bundled ripgrep where there is one, else our own search. */
async function bestEngine(): Promise<SearchEngine> {
  const { findRipgrep } = await import("./ripgrep.ts");
  const program = findRipgrep();
  if (program === null) return (await import("./grep-ourselves.ts")).ownEngine;
  return (await import("./grep-ripgrep.ts")).ripgrepEngine(program);
}

/** The tool, with the parts that tests replace. */
export function createGrepTool(options: GrepOptions = {}): Tool<GrepInput> {
  const { timeLimit = () => AbortSignal.timeout(timeLimitMs), engine = bestEngine } = options;
  return {
    name: "grep",
    aliases: ["Grep", "search", "search_files"],
    description:
      "Finds lines in files, as file:line:text, the files changed last first. Leaves out ignored, hidden and binary files.",
    risk: "read",
    schema: grepSchema,
    title: ({ pattern, path }) => oneLine(path === undefined ? pattern : say`${pattern} in ${path}`),
    async prepare(input, context) {
      requireLines(input);
      if (input.glob !== undefined) requireInside(input.glob);
      const filter = await filterOf(input);
      const scope = await scopeOf(input.path, context);
      return {
        accesses: [{ type: "read", path: scope.path }],
        preview: { type: "text", text: `Search ${input.pattern} in ${scope.name}` },
        async run({ signal }) {
          await requireSameScope(input.path, scope, context);
          const limited = AbortSignal.any([signal, timeLimit()]);
          const search = { input, filter, scope, context, engine: await engine(), limited, signal };
          return asToolErrors(() => runSearch(search));
        },
      };
    },
  };
}

export const grepTool = createGrepTool();

type Search = {
  readonly input: GrepInput;
  readonly filter: FileFilter | null;
  readonly scope: Scope;
  readonly context: ToolContext;
  readonly engine: SearchEngine;
  /** Fires when the user stops it. */
  readonly signal: AbortSignal;
  /** Fires then, and when the time is over. */
  readonly limited: AbortSignal;
};

async function runSearch({
  input,
  filter,
  scope,
  context,
  engine,
  signal,
  limited,
}: Search): Promise<ToolResult> {
  const query: Query = {
    pattern: input.pattern,
    fixed: input.fixed === true,
    ignoreCase: input.ignore_case === true,
    multiline: input.multiline === true,
  };
  const log: SearchLog = { unread: new Set(), notes: new Set(), searched: 0 };
  let list: FileList | null = null;
  let targets: SearchTargets;
  const hidden = input.hidden === true || includesHidden(scope, input.glob);
  const { folder, link } = narrow(scope, input.glob);
  if (scope.type === "file") targets = targetFile(scope);
  else {
    const listing = AbortSignal.any([limited, AbortSignal.timeout(listLimitMs)]);
    list = await listFiles(folder, context.cwd, { hidden, signal: listing });
    targets = targetList(scope, list, filter);
  }
  const found = new Map<string, number>();
  let isWhole = true;
  // A single file was named, and allowed by its name; only a search through many may run into a secret one.
  const isShown = ({ path }: FileCount) => scope.type === "file" || context.hidesFromSearch?.(path) !== true;
  try {
    for await (const file of engine.count(query, targets, log, limited))
      if (isShown(file)) found.set(file.path, file.count);
  } catch (thrown) {
    if (signal.aborted || !limited.aborted) throw thrown;
    isWhole = false;
  }
  signal.throwIfAborted();
  const counts = newestFirst([...found.keys()]).map((path) => ({ path, count: found.get(path) ?? 0 }));
  const shown = pathsToShow(input, counts);
  const options = { context: input.context ?? 0, limit: shown.limit };
  const showing = AbortSignal.any([signal, AbortSignal.timeout(showLimitMs)]);
  const lines = await engine.show(query, shown.paths, options, showing);
  return grepResult({
    input,
    counts,
    lines,
    scope,
    list,
    log,
    hidden,
    link,
    isWhole,
    cwd: context.cwd,
    fileCount: targets.fileCount(),
  });
}
