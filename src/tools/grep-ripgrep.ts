/** grep through the bundled ripgrep. */
import { namesCarriageReturn } from "../workspace/regex-dialect.ts";
import type { TextLine } from "../workspace/search-text.ts";
import type { FileCount, Query, SearchEngine, SearchLog } from "./grep-query.ts";
import type { Batch, SearchTargets } from "./grep-targets.ts";
import { countReader, jsonReader, pathReader } from "./ripgrep-output.ts";
import { type RipgrepEnd, runRipgrep } from "./ripgrep.ts";
import { ToolError } from "./tool.ts";

/** A search with the ripgrep at this path. Which files it reads is decided by us, never by its ignore rules. */
export function ripgrepEngine(program: string): SearchEngine {
  return {
    async *count(query, targets, log, signal) {
      // With no file to search, a bad pattern is an error all the same.
      const check = { folders: [], files: ["/dev/null"], fileCount: 0 };
      const batches = targets.fileCount() === 0 ? [check] : targets.batches();
      for (const batch of batches) {
        yield* countBatch(program, query, targets, batch, log, signal);
        log.searched += batch.fileCount;
      }
    },
    async show(query, paths, { context, limit }, signal) {
      const found = new Map<string, TextLine[]>();
      if (paths.length === 0) return found;
      const onOutput = jsonReader(query.multiline, (path, lines) => {
        const known = found.get(path);
        if (known === undefined) found.set(path, [...lines]);
        else known.push(...lines);
      });
      const shown = ["--json", `--context=${context}`, `--max-count=${limit}`];
      // Named files: what is hidden or ignored does not matter any more.
      await runRipgrep(program, [...shown, ...argumentsFor(query), "--", ...paths], {
        signal,
        onOutput,
      });
      return found;
    },
  };
}

async function* countBatch(
  program: string,
  query: Query,
  targets: SearchTargets,
  batch: Batch,
  log: SearchLog,
  signal: AbortSignal,
): AsyncGenerator<FileCount> {
  const named = new Set(batch.files);
  const toCheck: FileCount[] = [];
  const waiting: FileCount[] = [];
  const args = [
    query.multiline ? "--count-matches" : "--count",
    "--null",
    "--with-filename",
    "--no-ignore",
    ...(targets.hidden ? ["--hidden"] : []),
    ...(targets.nameGlobs ?? []).map((glob) => `--glob=${glob}`),
    ...argumentsFor(query),
    "--",
    ...batch.folders,
    ...batch.files,
  ];
  const onOutput = countReader((path, count) => {
    if (named.has(path) || (query.multiline && targets.wants(path))) toCheck.push({ path, count });
    else if (targets.wants(path)) waiting.push({ path, count });
  });
  const run = runRipgrep(program, args, { signal, onOutput });
  try {
    report(await run, query, log);
  } finally {
    // What was found before a stop counts too.
    const binary = await binariesIn(program, toCheck);
    yield* waiting;
    yield* toCheck.filter(({ path }) => !binary.has(path));
  }
}

/**
 * In a folder ripgrep passes over files with a NUL; in those that it is given by name it searches, and across lines it
 * looks for a NUL in the first block only.
 */
async function binariesIn(program: string, found: readonly FileCount[]): Promise<ReadonlySet<string>> {
  const binary = new Set<string>();
  if (found.length === 0) return binary;
  const args = ["--files-with-matches", "--null", "--text", "-e", String.raw`(?-u)\x00`, "--"];
  await runRipgrep(program, [...args, ...found.map(({ path }) => path)], {
    signal: AbortSignal.timeout(checkMs),
    onOutput: pathReader((path) => binary.add(path)),
  });
  return binary;
}

/** More than enough for files that were read a moment ago, ms. */
const checkMs = 5_000;

function argumentsFor({ pattern, fixed, ignoreCase, multiline }: Query): string[] {
  return [
    "--color=never",
    "--no-mmap",
    ...(ignoreCase ? ["--ignore-case"] : []),
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(namesCarriageReturn(pattern) ? [] : ["--crlf"]),
    // Patterns that its own engine does not know (lookaround, a brace by itself) go to PCRE2.
    ...(fixed ? ["--fixed-strings"] : ["--engine=auto"]),
    "-e",
    pattern,
  ];
}

function report({ exitCode, trouble }: RipgrepEnd, { pattern }: Query, log: SearchLog): void {
  if (exitCode !== 2) return;
  for (const line of trouble.split("\n")) {
    const file = /^rg: (.*): .* \(os error \d+\)$/.exec(line)?.[1];
    const costly = /^rg: (.*): PCRE2: error matching/.exec(line)?.[1];
    if (file !== undefined) log.unread.add(file);
    else if (costly !== undefined)
      log.notes.add(`The pattern was too costly for ${costly}; it may match there.`);
    else if (line.startsWith("rg: ")) throw badPattern(pattern, trouble);
  }
}

function badPattern(pattern: string, trouble: string): ToolError {
  const said = trouble.replace(/^rg: /, "").trim();
  return new ToolError(
    `${pattern} is not a valid regular expression. To search for it as it stands, set fixed: true.\n${said}`,
    "invalid_arguments",
  );
}
