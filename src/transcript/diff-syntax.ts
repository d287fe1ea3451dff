/** The lines of a diff that stay, in the colours of their language. What was added and removed has a colour of its own. */
import type { Style } from "../terminal/style.ts";
import type { CodeSoFar } from "./block.ts";
import type { DiffLine } from "./diff.ts";
import { highlightedLines } from "./highlight.ts";
import { languageOf } from "./highlight-languages.ts";
import { paintPieces } from "./markdown-code.ts";

/** The texts of a hunk's lines, printable, those of the lines that stay painted. `path`: names the language. */
export function paintContext(
  hunk: readonly DiffLine[],
  texts: readonly string[],
  path: string,
  style: Style,
): readonly string[] {
  const language = style.colour ? languageOfFile(path) : null;
  if (language === null) return texts;
  let code: CodeSoFar | null = null;
  return texts.map((text, index) => {
    const type = hunk[index]?.type;
    if (type !== "context" && type !== "added") return text;
    code = { line: text, before: code };
    if (type === "added") return text;
    return highlightedLines(code, 1, language)
      .map((pieces) => paintPieces(pieces, style))
      .join("\n");
  });
}

/** By the ending of its name, or by the name of a file that has none. */
function languageOfFile(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return languageOf(name.slice(name.lastIndexOf(".") + 1));
}
