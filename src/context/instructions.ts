/** What a project itself tells the model: its AGENTS.md. */
import { join } from "node:path";
import { instructionFiles } from "../settings/paths.ts";
import { say } from "../words/say.ts";
import { FileError } from "../workspace/file-error.ts";
import { isInside, resolvePath } from "../workspace/paths.ts";
import { readFileSnapshot } from "../workspace/read-file.ts";

export type ProjectInstructions = {
  /** The file's name in the project. */
  readonly name: string;
  readonly text: string;
  /** How much of the file's end is left out, bytes. */
  readonly cutBytes: number;
};

export type ReadInstructions = {
  readonly instructions: ProjectInstructions | null;
  /** What the user should know, each one sentence. */
  readonly notes: readonly string[];
};

export const noInstructions: ReadInstructions = { instructions: null, notes: [] };

/** Instructions are sent with every request, so they have a limit. Bytes. */
export const instructionsLimit = 32 * 1024;

/**
 * The project's instructions, from its root folder. Never throws: a file that cannot be read becomes a note.
 * `isPrivate` is true for files (absolute, real) that may not be sent without asking.
 */
export async function readInstructions(
  root: string,
  isPrivate: (path: string) => boolean,
): Promise<ReadInstructions> {
  const notes: string[] = [];
  for (const name of instructionFiles) {
    try {
      const text = (await readProjectFile(root, join(root, name), isPrivate))?.trim();
      if (text === undefined || text === "") continue;
      const instructions = { name, ...cut(text) };
      if (instructions.cutBytes > 0) {
        notes.push(
          say`${name} is larger than ${instructionsLimit / 1024} KB; its last ${instructions.cutBytes} bytes are not sent.`,
        );
      }
      return { instructions, notes };
    } catch (thrown) {
      if (!(thrown instanceof FileError)) throw thrown;
      notes.push(say`${name} is not used: ${thrown.message}`);
    }
  }
  return { ...noInstructions, notes };
}

/** A text file that really lies in `root`, or null: a link in a stranger's repository may lead to the user's keys. */
async function readProjectFile(
  root: string,
  path: string,
  isPrivate: (path: string) => boolean,
): Promise<string | null> {
  const folder = await resolvePath(root, ".");
  const found = await resolvePath(root, path);
  if (found.type === null) return null;
  if (!isInside(folder.path, found.path)) {
    throw new FileError("bad_path", say`${path} is a link to ${found.path}, outside of the project.`);
  }
  if (isPrivate(found.path)) {
    throw new FileError(
      "no_permission",
      say`${path} leads to ${found.path}, which is not read without asking.`,
    );
  }
  const { decoded } = await readFileSnapshot(found.path);
  if (decoded === null) throw new FileError("not_text", say`${path} is not UTF-8 text.`);
  return decoded.text;
}

/** The beginning of a text, whole lines where it has any, and how many bytes that leaves out. */
function cut(text: string): { readonly text: string; readonly cutBytes: number } {
  const bytes = Buffer.from(text);
  if (bytes.length <= instructionsLimit) return { text, cutBytes: 0 };
  const lineEnd = bytes.lastIndexOf(0x0a, instructionsLimit);
  let end = lineEnd > 0 ? lineEnd : instructionsLimit;
  // Bytes 10xxxxxx go on with a character: the cut moves to where it begins.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString("utf8", 0, end), cutBytes: bytes.length - end };
}
