/**
 * The list that completes what is being written: commands behind "/", what they can be given, files behind "@". One list,
 * the same keys.
 */
import type { Style } from "../../../terminal/style.ts";
import type { TextBuffer } from "../../../terminal/text-buffer.ts";
import type { ArgumentChoice } from "./argument-choice.ts";
import type { ArgumentCompletion } from "./argument-completion.ts";
import { type Command, completions, findCommand, parseInput, splitCommand } from "../commands/commands.ts";
import type { FileCompletion } from "./file-completion.ts";
import { type FileMention, mentionAt, writtenMention } from "./file-mention.ts";

/** What the list is about, for the text as it stands. */
type Subject =
  | { readonly type: "commands"; readonly commands: readonly Command[] }
  /** `name`: as it is written. */
  | { readonly type: "argument"; readonly name: string; readonly asked: AskedArgument }
  | { readonly type: "files"; readonly mention: FileMention }
  | { readonly type: "nothing" };

type AskedArgument = { readonly command: string; readonly query: string };

const nothing: Subject = { type: "nothing" };

export class Completion {
  readonly #buffer: TextBuffer;
  readonly #style: Style;
  #files: FileCompletion | undefined;
  #arguments: ArgumentCompletion | undefined;
  #subject: Subject = nothing;
  /** Which entry is chosen. */
  #chosen = 0;

  constructor(buffer: TextBuffer, style: Style) {
    this.#buffer = buffer;
    this.#style = style;
  }

  useFiles(files: FileCompletion): void {
    this.#files = files;
  }

  useArguments(known: ArgumentCompletion): void {
    this.#arguments = known;
  }

  /** Whether there is something to choose from. */
  get isOpen(): boolean {
    return this.#count > 0;
  }

  /** Whether there is anything to see of it, be it a word that nothing fits. */
  get isShown(): boolean {
    if (this.#subject.type === "argument" && this.#arguments?.isWaiting === true) return true;
    return this.isOpen || (this.#subject.type === "files" && this.#files?.note != null);
  }

  /** The text was changed by typing or deleting. `isTyped`: what begins it may be a command. */
  edited(isTyped: boolean): void {
    this.#chosen = 0;
    this.#subject = this.#subjectOf(isTyped);
    this.#ask();
  }

  /** The caret was moved: an open list goes with what the caret is at now; a closed one stays closed. */
  moved(isTyped: boolean): void {
    if (this.#subject.type !== "nothing") this.edited(isTyped);
  }

  /** Closes the list until something is typed. */
  close(): void {
    this.#subject = nothing;
    this.#chosen = 0;
    this.#ask();
  }

  choose(step: number): void {
    if (this.#subject.type === "argument") this.#arguments?.choose(step);
    else if (this.#count > 0) this.#chosen = (this.#selected + step + this.#count) % this.#count;
  }

  /**
   * Puts what is chosen into the text: a command with room for its argument, what it is given, a file's path. A list that
   * was closed opens again.
   */
  complete(isTyped: boolean): void {
    if (this.#subject.type === "nothing") this.edited(isTyped);
    else if (this.#subject.type === "commands") this.#completeCommand(this.#subject.commands);
    else if (this.#subject.type === "argument")
      this.#completeArgument(this.#subject.name, this.#arguments?.chosen ?? this.#arguments?.choices[0]);
    else if (this.#subject.type === "files") this.#completeFile(this.#subject.mention);
  }

  /** The same by Enter. True when nothing is left to complete and the text is to be sent. */
  accept(): boolean {
    if (this.#subject.type === "commands") {
      const written = this.#buffer.value();
      const command = this.#completeCommand(this.#subject.commands);
      return command?.argument === undefined || written === `/${command.name}`;
    }
    if (this.#subject.type === "argument") return this.#acceptArgument(this.#subject.name);
    if (this.#subject.type !== "files") return true;
    const { start, end } = this.#subject.mention;
    const match = this.#match;
    const written = this.#buffer.content.text.slice(start, end);
    if (match === undefined || written === writtenMention(match.path)) return true;
    this.#completeFile(this.#subject.mention);
    return false;
  }

  /** The list's lines, and which of them is chosen. */
  view(columns: number): { readonly lines: readonly string[]; readonly chosen: number } {
    const chosen = this.#selected;
    if (this.#subject.type === "commands") {
      const lines = this.#subject.commands.map((command, at) => this.#commandLine(command, at === chosen));
      return { lines, chosen };
    }
    if (this.#subject.type === "argument" && this.#arguments !== undefined)
      return this.#arguments.view(columns, this.#style);
    if (this.#subject.type !== "files" || this.#files === undefined) return { lines: [], chosen };
    const { note } = this.#files;
    const lines = this.#files.rows(chosen, columns, this.#style);
    return { lines: note === null ? lines : [...lines, this.#style.dim(`  ${note}`)], chosen };
  }

  /** What stands below the list where there is room. */
  preview(columns: number): readonly string[] {
    // Also asked when there is none: what was read is forgotten then.
    const chosen = this.#subject.type === "files" ? this.#selected : -1;
    return this.#files?.preview(chosen, columns, this.#style) ?? [];
  }

  get #count(): number {
    if (this.#subject.type === "commands") return this.#subject.commands.length;
    if (this.#subject.type === "argument") return this.#arguments?.choices.length ?? 0;
    return this.#subject.type === "files" ? (this.#files?.matches.length ?? 0) : 0;
  }

  #subjectOf(isTyped: boolean): Subject {
    const { text } = this.#buffer.content;
    const found = isTyped ? completions(text) : [];
    if (found.length > 0) return { type: "commands", commands: found };
    const written = isTyped && this.#buffer.caret === text.length ? splitCommand(text) : null;
    const command = written === null ? undefined : findCommand(written.name);
    if (written !== null && command !== undefined && this.#arguments?.knows(command.name) === true) {
      const asked = { command: command.name, query: written.argument };
      return { type: "argument", name: written.name, asked };
    }
    // What an `@` means to the user's shell is the shell's affair.
    const isOurs = this.#files !== undefined && parseInput(text, isTyped).type !== "shell";
    const mention = isOurs ? mentionAt(text, this.#buffer.caret) : null;
    return mention === null ? nothing : { type: "files", mention };
  }

  #ask(): void {
    this.#files?.ask(this.#subject.type === "files" ? this.#subject.mention.query : null);
    this.#arguments?.ask(this.#subject.type === "argument" ? this.#subject.asked : null);
  }

  /** The list may have become shorter meanwhile. */
  get #selected(): number {
    return Math.max(0, Math.min(this.#chosen, this.#count - 1));
  }

  get #match() {
    return this.#files?.matches[this.#selected];
  }

  #completeCommand(found: readonly Command[]): Command | undefined {
    const command = found[this.#selected];
    if (command !== undefined)
      this.#buffer.set(command.argument === undefined ? `/${command.name}` : `/${command.name} `);
    this.edited(true);
    return command;
  }

  #completeArgument(name: string, choice: ArgumentChoice | undefined): void {
    if (choice === undefined) return;
    const isWhole = choice.further === undefined;
    this.#buffer.set(`/${name} ${choice.value}${isWhole ? "" : " "}`);
    if (isWhole) this.close();
    else this.edited(true);
  }

  #acceptArgument(name: string): boolean {
    const chosen = this.#arguments?.chosen;
    if (chosen === undefined) return true;
    // What is written whole already is sent, also where more could follow.
    const isWritten = this.#buffer.content.text.trimEnd() === `/${name} ${chosen.value}`;
    if (!isWritten) this.#completeArgument(name, chosen);
    return isWritten || chosen.further === undefined || chosen.further.startsWith("[");
  }

  #completeFile({ start, end }: FileMention): void {
    const match = this.#match;
    if (match === undefined) return;
    const written = writtenMention(match.path);
    const isFolder = match.type === "folder";
    const isSetOff = /^[\s\p{P}]/u.test(this.#buffer.content.text.slice(end));
    this.#buffer.replace(start, end, isFolder || isSetOff ? written : `${written} `);
    // A folder's name goes on.
    if (isFolder) this.edited(false);
    else this.close();
  }

  #commandLine({ name, argument, help }: Command, isChosen: boolean): string {
    const call = `/${name}${argument === undefined ? "" : ` ${argument}`}`;
    const line = `${isChosen ? "❯" : " "} ${call.padEnd(24)} ${help}`;
    return isChosen ? this.#style.bold(line) : this.#style.dim(line);
  }
}
