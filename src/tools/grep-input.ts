/** What `grep` is asked. */
import { z } from "zod";
import { globMatcher } from "../workspace/globs.ts";
import { namesLineEnd } from "../workspace/regex-dialect.ts";
import type { FileFilter } from "./grep-targets.ts";
import { ToolError } from "./tool.ts";

export const grepSchema = z.object({
  pattern: z.string().min(1).describe("Regular expression, matched line by line."),
  path: z.string().optional().describe("File or folder; default: the project."),
  glob: z.string().min(1).optional().describe('Only these files: "*.ts", "src/**/*.md".'),
  type: z.string().min(1).optional().describe("Only files of this type: ts, py, rust, …"),
  output: z.enum(["lines", "files", "counts"]).optional(),
  context: z.number().int().min(0).max(20).optional().describe("Lines around each match."),
  ignore_case: z.boolean().optional(),
  fixed: z.boolean().optional().describe("pattern is plain text."),
  multiline: z.boolean().optional().describe("Matches may span lines."),
  hidden: z.boolean().optional().describe("Also hidden files."),
});
export type GrepInput = z.infer<typeof grepSchema>;

/** Throws a ToolError for a pattern that no single line can match. */
export function requireLines({ pattern, fixed, multiline }: GrepInput): void {
  if (multiline === true || !(fixed === true ? pattern.includes("\n") : namesLineEnd(pattern))) return;
  throw new ToolError(
    "pattern contains a line end, but lines are matched one by one. Set multiline: true.",
    "invalid_arguments",
  );
}

/** What `glob` and `type` say together. Throws a ToolError for an unknown type. */
export async function filterOf({ glob, type }: GrepInput): Promise<FileFilter | null> {
  const filters: FileFilter[] = [];
  if (glob !== undefined) filters.push({ matches: globMatcher(glob), nameGlobs: nameGlobsOf(glob) });
  if (type !== undefined) {
    const { globsOfType, typeNames } = await import("../workspace/file-types.ts");
    const globs = globsOfType(type);
    if (globs === null) {
      throw new ToolError(
        `There is no file type "${type}". There are: ${typeNames().join(", ")}.`,
        "invalid_arguments",
      );
    }
    const matchers = globs.map((one) => globMatcher(one));
    filters.push({ matches: (path) => matchers.some((matches) => matches(path)), nameGlobs: globs });
  }
  if (filters.length === 0) return null;
  return {
    matches: (path) => filters.every(({ matches }) => matches(path)),
    nameGlobs: filters.find(({ nameGlobs }) => nameGlobs !== null)?.nameGlobs ?? null,
  };
}

/** What a glob says about names alone, where any engine reads that alike. */
function nameGlobsOf(glob: string): string[] | null {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const isPlain = /^[\w.*-]*(\{[\w.*,-]+\}[\w.*-]*)?$/.test(name);
  return isPlain && name !== "" && !/^\*+$/.test(name) ? [name] : null;
}
