/** grep where there is no ripgrep. */
import {
  literalPattern,
  namesCarriageReturn,
  PatternError,
  toJavaScript,
} from "../workspace/regex-dialect.ts";
import {
  countMatches,
  linesAround,
  readForSearch,
  type TextLine,
  type TextQuery,
} from "../workspace/search-text.ts";
import type { Query, SearchEngine } from "./grep-query.ts";
import { ToolError } from "./tool.ts";

/** Finds what ripgrep finds, more slowly. */
export const ownEngine: SearchEngine = {
  async *count(query, targets, log, signal) {
    const own = textQuery(query);
    for (const path of targets.files()) {
      signal.throwIfAborted();
      const text = await readForSearch(path);
      if (text === null) {
        log.unread.add(path);
        continue;
      }
      const onCostlyLine = (line: number) =>
        void log.notes.add(`The pattern took too long on ${path}:${line}; it may match there. Simplify it.`);
      const count = await countMatches(text, own, { signal, now, onCostlyLine });
      log.searched += 1;
      if (count > 0) yield { path, count };
    }
  },
  async show(query, paths, { context, limit }, signal) {
    const own = textQuery(query);
    const found = new Map<string, readonly TextLine[]>();
    for (const path of paths) {
      const text = await readForSearch(path);
      if (text === null) continue;
      found.set(path, await linesAround(text, own, { context, limit, signal, now, onCostlyLine() {} }));
    }
    return found;
  },
};

function now(): number {
  return performance.now();
}

function textQuery({ pattern, fixed, ignoreCase, multiline }: Query): TextQuery {
  try {
    const source = fixed ? literalPattern(pattern) : pattern;
    return {
      pattern: toJavaScript(source, { ignoreCase, multiline }),
      multiline,
      crlf: !namesCarriageReturn(pattern),
    };
  } catch (thrown) {
    if (!(thrown instanceof PatternError)) throw thrown;
    throw new ToolError(
      `${pattern} is not a valid regular expression: ${thrown.message}. To search for it as it stands, set fixed: true.`,
      "invalid_arguments",
    );
  }
}
