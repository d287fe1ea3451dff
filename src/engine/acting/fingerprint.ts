/** What stands for a call that was allowed: nothing else may run in its place. */
import type { Access, Preview } from "../../protocol/tool-result.ts";

export type Shown = {
  readonly tool: string;
  /** As the call was prepared with, JSON. */
  readonly arguments: string;
  readonly accesses: readonly Access[];
  readonly preview: Preview;
};

/**
 * SHA-256, hexadecimal, over the tool, its arguments, all that it touches and all that is shown. Only the line numbers of
 * hunks do not count: another change above them moves them, and their lines and what stands around them say where they are.
 */
export function fingerprint({ tool, arguments: text, accesses, preview }: Shown): string {
  const whole = JSON.stringify([tool, text, accesses, withoutLineNumbers(preview)]);
  return new Bun.CryptoHasher("sha256").update(whole).digest("hex");
}

function withoutLineNumbers(preview: Preview): unknown {
  if (preview.type !== "changes") return preview;
  return {
    ...preview,
    files: preview.files.map((file) => ({ ...file, hunks: file.hunks.map(({ lines }) => lines) })),
  };
}
