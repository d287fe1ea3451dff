/** grep without ripgrep. */
import { messageOf } from "../protocol/error.ts";
import { displayPath } from "../workspace/paths.ts";
import { type LineMatch, linePattern, searchText } from "../workspace/search-text.ts";
import { walk } from "../workspace/walk.ts";
import type { Search } from "./search-scope.ts";
import { ToolError } from "./tool.ts";

/** Yields matching lines, files sorted by path. Throws a ToolError for a bad pattern, the signal's reason when it fires. */
export async function* searchOurselves(search: Search): AsyncGenerator<LineMatch> {
  const { scope, signal, note } = search;
  let pattern: RegExp;
  try {
    pattern = linePattern(search.pattern, search.ignoreCase);
  } catch (thrown) {
    throw new ToolError(
      `The pattern is not a valid regular expression: ${messageOf(thrown)}`,
      "invalid_arguments",
    );
  }
  let unread = 0;
  yield* searchText(filesOf(search), pattern, {
    signal,
    now: () => performance.now(),
    onCostlyLine: (path, line) =>
      note(
        `The pattern took too long on ${displayPath(scope.path, path)}:${line}; it may match there. Simplify it.`,
      ),
    onUnread: () => {
      unread += 1;
    },
  });
  if (unread > 0) note(`${unread} file(s) could not be read.`);
}

async function* filesOf({ scope, hidden, wants, signal, note }: Search): AsyncGenerator<string> {
  if (scope.type === "file") {
    yield scope.path;
    return;
  }
  const onUnreadable = (path: string) => note(`${displayPath(scope.path, path)} could not be read.`);
  for await (const path of walk(scope.path, { signal, hidden, onUnreadable })) {
    if (wants(path)) yield path;
  }
}
