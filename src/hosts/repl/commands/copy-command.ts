/** `/copy`: answers as the model wrote them, and the code in them, to the user's clipboard. */
import { dirname } from "node:path";
import type { Entry } from "../../../protocol/entry.ts";
import { messageOf } from "../../../protocol/error.ts";
import { replacePrivateFile, replacePrivateFileBy } from "../../../private-files/private-file.ts";
import { ensurePrivateFolder } from "../../../private-files/private-folder.ts";
import { mostForClipboard, pasteable } from "../../../terminal/clipboard.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { type CodeBlock, codeBlocksOf } from "../../../transcript/markdown-tokens.ts";
import type { OpenList } from "../lists/open-list.ts";
import { Picker } from "../lists/picker.ts";
import { exportOf, type ExportParts } from "./export-command.ts";
import type { TerminalTalk } from "../screen/terminal-talk.ts";
import { say, sayCount } from "../../../words/say.ts";

export type CopyParts = {
  readonly entries: readonly Entry[];
  /** The file for what the clipboard cannot take, absolute. */
  readonly file: string;
  readonly talk: Pick<TerminalTalk, "setClipboard">;
  readonly list: Pick<OpenList, "open">;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
  /** Whether tmux stands between rein and the terminal. */
  readonly inTmux: boolean;
};

/** Copies the last answer, the `argument`th last one, or one of the last code blocks (`code`). */
export function copyCommand(argument: string, parts: CopyParts): void {
  const { tell } = parts;
  const answers = answersOf(parts.entries).toReversed();
  if (answers.length === 0) return tell(say`There is no answer to copy yet.`, "warning");
  if (argument === "code") return copyCode(answers, parts);
  const answer = /^(?:|[1-9]\d{0,8})$/.test(argument) ? answers[Number(argument || 1) - 1] : undefined;
  if (answer === undefined) {
    const most = answers.length;
    return tell(
      say`/copy N: N is from 1, the last answer, to ${most}; /copy code copies code, /copy all the conversation.`,
      "warning",
    );
  }
  copy(
    answer,
    argument === "" || argument === "1" ? say`the last answer` : say`answer ${argument} from the end`,
    parts,
  );
}

/** Copies the whole conversation as Markdown, without its secrets. */
export async function copyAll(
  parts: Omit<CopyParts, "entries" | "list"> & Pick<ExportParts, "conversation" | "env" | "longWork">,
): Promise<void> {
  const { conversation, env, longWork, tell } = parts;
  if (conversation.session.branch().length === 0) return tell(say`There is nothing to copy yet.`, "warning");
  try {
    const end = await longWork.run(async (signal) => {
      const { pieces } = await exportOf(conversation, "md", env, signal);
      await copyPieces(pieces(), say`the conversation`, parts);
      return "copied";
    });
    if (end === null) tell(say`Stopped; nothing was copied.`);
  } catch (thrown) {
    tell(say`The conversation could not be copied: ${messageOf(thrown)}.`, "error");
  }
}

/** What the model said, response by response, as it was said. */
export function answersOf(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.type !== "assistant") return [];
    const text = entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    return text.trim() === "" ? [] : [text.trim()];
  });
}

/** Whether there is a code block in an answer. */
export function holdsCode(answer: string): boolean {
  return codeBlocksOf(answer).length > 0;
}

/** Of the last answer that holds code: the one block, or the one that the user chooses. */
function copyCode(answers: readonly string[], parts: CopyParts): void {
  const blocks = answers.map(codeBlocksOf).find((all) => all.length > 0) ?? [];
  const [only] = blocks;
  if (only === undefined) return parts.tell(say`No answer holds a code block.`, "warning");
  if (blocks.length === 1) return copy(only.text, say`the code block`, parts);
  parts.list.open(
    new Picker<CodeBlock>({
      question: say`Copy which code block?`,
      help: say`Type to filter, Enter to copy, Esc to leave`,
      options: blocks.map((block) => ({ label: labelOf(block), value: block })),
      onChosen: (block) => copy(block.text, say`the code block`, parts),
    }),
  );
}

function labelOf({ lang, text }: CodeBlock): string {
  const lines = text.split("\n");
  const first = lines.find((line) => line.trim() !== "") ?? "";
  return [
    sanitize(first.trim(), "approval_inline"),
    sanitize(lang, "approval_inline"),
    sayCount(lines.length, "line"),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/**
 * As `copy`, for a text that may not fit into memory: no more of it is kept than a clipboard takes. Throws what the pieces
 * and `fs` throw; the file is as it was then.
 */
export async function copyPieces(
  pieces: AsyncIterator<string>,
  what: string,
  parts: Omit<CopyParts, "entries" | "list">,
): Promise<void> {
  let text = "";
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return copy(text, what, parts);
    text += pasteable(next.value);
    if (Buffer.byteLength(text) > mostForClipboard) break;
  }
  async function* all() {
    yield text;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
      yield pasteable(next.value);
    yield "\n";
  }
  const { file, tell } = parts;
  ensurePrivateFolder(dirname(file), { mayBeLink: true });
  await replacePrivateFileBy(file, all());
  tell(writtenWords(what, file));
}

/** Copies a text, told as `what`; says how that went, and where it was put when it is too large for a clipboard. */
export function copy(text: string, what: string, parts: Omit<CopyParts, "entries" | "list">): void {
  const { talk, tell, inTmux } = parts;
  const plain = pasteable(text);
  const bytes = Buffer.byteLength(plain);
  if (bytes > mostForClipboard) return copyToFile(plain, what, parts);
  talk.setClipboard(plain);
  const way = inTmux
    ? say`tmux passes it on with “set -g set-clipboard on”`
    : say`if your terminal lets programs set it`;
  tell(say`Copied ${what} to the clipboard (${sayCount(plain.length, "character")}); ${way}.`);
}

function copyToFile(text: string, what: string, { file, tell }: Pick<CopyParts, "file" | "tell">): void {
  try {
    ensurePrivateFolder(dirname(file), { mayBeLink: true });
    replacePrivateFile(file, `${text}\n`);
    tell(writtenWords(what, file));
  } catch (thrown) {
    tell(say`Too large for the clipboard, and ${file} could not be written: ${messageOf(thrown)}.`, "error");
  }
}

function writtenWords(what: string, file: string): string {
  return say`Too large for the clipboard: wrote ${what} to ${file}, in place of what was there.`;
}
