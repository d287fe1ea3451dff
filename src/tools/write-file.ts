/** write_file: a whole file, new or in place of one that the model has read. */
import { z } from "zod";
import type { Changes, ToolResult } from "../protocol/tool-result.ts";
import { say, sayCount } from "../words/say.ts";
import { compareTexts } from "../workspace/compare-texts.ts";
import { inFileQueue } from "../workspace/file-queue.ts";
import { displayPath, writeAccess } from "../workspace/paths.ts";
import { type FileSnapshot, holdsBytes, readFileSnapshot } from "../workspace/read-file.ts";
import { type DecodedText, encodeText, inStyleOf, linesOf, newText } from "../workspace/text.ts";
import { writeFileBytes } from "../workspace/write-file.ts";
import { changeView } from "./change-view.ts";
import { chooseHunks } from "./choose-hunks.ts";
import { chosenInWords, type ChosenWords, nothingChosen } from "./chosen-words.ts";
import { asChangeErrors, oneLine, requireSamePlace } from "./failures.ts";
import {
  requireDecoded,
  requireFileText,
  requireWritable,
  resolveToChange,
  writeNotes,
} from "./file-change.ts";
import { countOf } from "./numbered-lines.ts";
import { type PreparedCall, type Tool, type ToolContext, ToolError, type ToolRun } from "./tool.ts";

const schema = z.object({
  path: z.string().describe("Absolute, or relative to the project folder."),
  content: z.string().describe("The whole new content."),
});

export const writeFileTool: Tool<z.infer<typeof schema>> = {
  name: "write_file",
  aliases: ["write", "Write", "create_file"],
  description:
    "Creates a file, and missing folders, or replaces a file that was read whole before. To change a part, use edit_file.",
  risk: "write",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    requireFileText(input.content, "content");
    const target = await resolveToChange(context.cwd, input.path);
    const { path } = target;
    const name = displayPath(context.cwd, path);
    if (input.path.endsWith("/") || target.type === "directory") {
      throw new ToolError(`${name} is a folder; name a file. Nothing was changed.`);
    }
    const before = target.type === null ? null : await asChangeErrors(() => readFileSnapshot(path));
    const after = before?.decoded ? inStyleOf(before.decoded, input.content) : newText(input.content);
    const textBefore = before?.decoded?.text ?? null;
    const isSame = before !== null && textBefore === after.text;
    if (before !== null && !isSame) requireKnown(before, name, context);
    const change: Changes = { type: "changes", files: [compareTexts(name, textBefore, after.text)] };
    const call = { given: input.path, path, name, before, context };
    const written = { after, change, words: null };
    const accesses = [writeAccess(target)];
    const whole: PreparedCall = {
      accesses,
      preview: change,
      run: (run) =>
        write(call, { ...written, lineEnds: keptLineEnds(input.content, after.text), isSame }, run),
    };
    if (isSame) return whole;
    return {
      ...whole,
      partly(answers) {
        const changed = change.files.map((file) => ({ change: file, before: textBefore, after: after.text }));
        const files = chooseHunks(changed, answers);
        const outcome = files[0]?.outcome ?? "none";
        if (outcome === "all") return whole;
        if (outcome === "none") {
          return { accesses, preview: { type: "changes", files: [] }, run: async () => nothingChosen(files) };
        }
        const { text } = outcome;
        const part: Changes = { type: "changes", files: [compareTexts(name, textBefore, text)] };
        const writing = { after: { ...after, text }, change: part, words: chosenInWords(files) };
        return {
          accesses,
          preview: part,
          run: (run) => write(call, { ...writing, lineEnds: "", isSame: false }, run),
        };
      },
    };
  },
};

type WriteCall = {
  /** The path in the model's words. */
  readonly given: string;
  readonly path: string;
  readonly name: string;
  readonly before: FileSnapshot | null;
  readonly context: ToolContext;
};

type Writing = {
  readonly after: DecodedText;
  readonly change: Changes;
  /** The file has this text already. */
  readonly isSame: boolean;
  /** What is said of line ends that were kept, with a blank before it; usually nothing. */
  readonly lineEnds: string;
  /** What the user decided, where that is not all that was asked for. */
  readonly words: ChosenWords | null;
};

async function write(
  { given, path, name, before, context }: WriteCall,
  { after, change, isSame, lineEnds, words }: Writing,
  { signal, keepBefore }: ToolRun,
): Promise<ToolResult> {
  const work = async (): Promise<ToolResult> => {
    await requireSamePlace(context.cwd, given, path, asChangeErrors);
    if (isSame && before !== null && (await asChangeErrors(() => holdsBytes(path, before.bytes)))) {
      context.reads.noteWritten(path, before.hash);
      return unchanged(name);
    }
    const beforeChange = () => keepBefore([{ path, before }]);
    const request = { path, bytes: encodeText(after), replaces: before, beforeChange };
    const written = await asChangeErrors(() => writeFileBytes(request, signal));
    if (words === null || words.tellsAll) context.reads.noteWritten(path, written.hash);
    else context.reads.noteRead(path, written.hash, "none", 0);
    const lines = countOf(linesOf(after.text).length);
    const done = before === null ? "Created" : "Replaced";
    const counted = sayCount(linesOf(after.text).length, "line");
    const summary = before === null ? say`created, ${counted}` : say`replaced, ${counted}`;
    const chosen = words === null ? "" : ` ${words.text}`;
    return {
      ok: true,
      text: `${done} ${name} (${lines}).${lineEnds}${writeNotes(written)}${chosen}`,
      ...changeView(change, summary),
    };
  };
  return inFileQueue([path], work, signal);
}

function unchanged(name: string) {
  const text = `${name} is unchanged: it already has this content.`;
  return { ok: true, text, summary: say`unchanged` } as const;
}

/**
 * @throws ToolError when the session does not know all that would be overwritten. An empty file holds nothing to know.
 */
function requireKnown(file: FileSnapshot, name: string, context: ToolContext): void {
  requireWritable(file, name);
  if (requireDecoded(file, name).text === "") return;
  const read = context.reads.get(file.path);
  if (read === undefined) {
    throw new ToolError(
      `${name} exists and was not read in this session. Read it first, then write it. Nothing was changed.`,
    );
  }
  if (read.hash !== file.hash) {
    throw new ToolError(
      `${name} has changed since it was read. Read it again, then write it. Nothing was changed.`,
    );
  }
  if (read.whole) return;
  throw new ToolError(
    `${name} was read only in part in this session, so what else it holds would be lost unseen. Read the rest first, ` +
      "or change parts with edit_file. Nothing was changed.",
  );
}

function keptLineEnds(content: string, written: string): string {
  if (content.includes("\r\n") === written.includes("\r\n")) return "";
  return ` It kept its ${written.includes("\r\n") ? "CRLF" : "LF"} line ends.`;
}
