/** What a question says of its call, in words. Every text is printable. */
import { previewIndent } from "../../../../components/question-lines.ts";
import type { ApprovalRequest } from "../../../protocol/approval.ts";
import type { FileChange } from "../../../protocol/tool-result.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { wrapLine } from "../../../terminal/width.ts";
import { filesOf } from "../../../transcript/diff.ts";
import { marksParts } from "../../../transcript/render-command.ts";
import { say } from "../../../words/say.ts";

export function headingOf({ tool, title, wants, preview }: ApprovalRequest): string {
  const name = sanitize(tool, "approval_inline");
  if (wants !== undefined) return say`${name} wants ${sanitize(wants, "approval_inline")}`;
  switch (preview.type) {
    case "command":
      return say`${name} wants to run a command`;
    case "changes":
    case "diff":
      return changeHeading(name, filesOf(preview));
    case "text":
      return say`${name} asks for: ${sanitize(title, "approval_inline")}`;
    default:
      return preview satisfies never;
  }
}

function changeHeading(name: string, files: readonly FileChange[]): string {
  const [file] = files;
  if (files.length > 1) return say`${name} wants to change ${files.length} files`;
  switch (file?.kind) {
    case "created":
      return say`${name} wants to create a file`;
    case "deleted":
      return say`${name} wants to delete a file`;
    default:
      return file?.movedFrom === undefined
        ? say`${name} wants to change a file`
        : say`${name} wants to move a file`;
  }
}

/** The folder in which a command will run; null for anything else. A folder below `home` begins with a tilde. */
export function placeOf({ preview }: ApprovalRequest, home: string): string | null {
  if (preview.type !== "command") return null;
  const { cwd } = preview;
  const isHome = home !== "" && home !== "/" && (cwd === home || cwd.startsWith(`${home}/`));
  return sanitize(isHome ? `~${cwd.slice(home.length)}` : cwd, "approval_inline");
}

/** How it is confined, null where that is not said. */
export function sandboxOf({ sandbox }: ApprovalRequest): string | null {
  return sandbox === undefined ? null : sanitize(sandbox, "approval_inline").replaceAll(", ", " · ");
}

/** Which secrets go into the call, null for none. */
export function secretsOf({ secrets = [] }: ApprovalRequest): string | null {
  if (secrets.length === 0) return null;
  const names = secrets.map((name) => sanitize(name, "approval_inline")).join(", ");
  return secrets.length === 1 ? say`it gets the secret ${names}` : say`it gets the secrets ${names}`;
}

/** The reasons that do not stand below their part of the command. */
export function whyOf({ reasons, parts = [], preview }: ApprovalRequest): string {
  const told = preview.type === "command" && marksParts(preview.command, parts) ? parts : [];
  const others = reasons.filter((reason) => !told.some((part) => part.reason === reason));
  return sanitize(others.join("; "), "approval", { limit: Infinity }).replaceAll("\n", " ");
}

/** All the reasons, one below the other, each part of the command with what is said of it. */
export function reasonLines(approval: ApprovalRequest, columns: number, style: Style): string[] {
  const indent = " ".repeat(previewIndent(columns));
  const { reasons, parts = [], preview } = approval;
  const command = preview.type === "command" ? preview.command : "";
  const room = Math.max(1, columns - indent.length - 2);
  const below = (sign: string, text: string) =>
    wrapLine(sanitize(text, "approval", { limit: Infinity }).replaceAll("\n", "\\n"), room, {
      hard: true,
    }).map((line, at) => `${indent}${at === 0 ? sign : " "} ${line}`);
  const ofParts = parts.flatMap(({ from, to, reason }) => [
    ...below("·", reason),
    ...below(" ", command.slice(from, to)).map(style.bold),
  ]);
  const others = reasons.filter((reason) => !parts.some((part) => part.reason === reason));
  const facts = [sandboxOf(approval), secretsOf(approval)].filter((fact) => fact !== null);
  return [
    `${indent}${style.bold(say`It asks because:`)}`,
    ...ofParts,
    ...others.flatMap((reason) => below("·", reason)),
    ...facts.flatMap((fact) => below("·", fact)),
  ];
}
