/** What is shown and written down of a call, without secrets. */
import type { ApprovalAnswer, HunkAnswer } from "../../protocol/approval.ts";
import type { Preview } from "../../protocol/tool-result.ts";
import { say } from "../../words/say.ts";
import type { SecretVeil } from "../dependencies.ts";

/** The text without what the veil knows or takes to be a secret. */
export async function concealText(text: string, veil: SecretVeil | undefined): Promise<string> {
  if (veil === undefined || text === "") return text;
  const result = await veil.conceal({ ok: true, text });
  return result.ok ? result.text : result.message;
}

/**
 * A JSON text without secrets in any of its texts. Each is looked at for itself, so that what comes back of it as an edit
 * is the same JSON: what stands around a text is no part of a secret.
 */
export async function concealJson(json: string, veil: SecretVeil | undefined): Promise<string> {
  if (veil === undefined) return json;
  const value: unknown = JSON.parse(json);
  const hidden = await concealTexts(value, veil);
  return Bun.deepEquals(hidden, value) ? json : JSON.stringify(hidden);
}

async function concealTexts(value: unknown, veil: SecretVeil): Promise<unknown> {
  if (typeof value === "string") return concealText(value, veil);
  if (Array.isArray(value)) return Promise.all(value.map((one: unknown) => concealTexts(one, veil)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    async ([name, one]) => [name, await concealTexts(one, veil)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The preview without secrets; `hide` takes out those that were put into the call. */
export async function concealPreview(
  preview: Preview,
  hide: (text: string) => string,
  veil: SecretVeil | undefined,
): Promise<Preview> {
  if (veil === undefined) return preview;
  switch (preview.type) {
    case "command": {
      const { command, cwd, how } = preview;
      const shown = async (text: string) => concealText(hide(text), veil);
      return {
        ...preview,
        command: await shown(command),
        cwd: await shown(cwd),
        ...(how === undefined ? {} : { how: await shown(how) }),
      };
    }
    case "changes": {
      const files = preview.files.map((file) => ({
        ...file,
        path: hide(file.path),
        ...(file.movedFrom === undefined ? {} : { movedFrom: hide(file.movedFrom) }),
        hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(hide) })),
      }));
      return concealView({ ...preview, files }, veil);
    }
    case "diff": {
      const { path, before, after } = preview;
      const hidden = { path: hide(path), before: before === null ? null : hide(before), after: hide(after) };
      return concealView({ ...preview, ...hidden }, veil);
    }
    case "text":
      return { ...preview, text: await concealText(hide(preview.text), veil) };
  }
}

/** The answer as the log keeps it: the user may have written a secret. */
export async function concealAnswer(
  answer: ApprovalAnswer,
  veil: SecretVeil | undefined,
): Promise<ApprovalAnswer> {
  switch (answer.type) {
    case "decline":
      return { ...answer, words: await concealText(answer.words, veil) };
    case "edit":
      // The words beside a text may say that it is a secret: in the log it is one then, too.
      return { ...answer, arguments: await concealText(await concealJson(answer.arguments, veil), veil) };
    case "hunks":
      return { ...answer, hunks: await Promise.all(answer.hunks.map((hunk) => concealHunk(hunk, veil))) };
    default:
      return answer;
  }
}

async function concealHunk(hunk: HunkAnswer, veil: SecretVeil | undefined): Promise<HunkAnswer> {
  if (hunk.type === "edit") return { ...hunk, text: await concealText(hunk.text, veil) };
  return hunk.type === "leave" ? { ...hunk, words: await concealText(hunk.words, veil) } : hunk;
}

type Change = Extract<Preview, { type: "changes" | "diff" }>;

/** Results show changes as questions do, so what hides secrets in the one hides them in the other. */
async function concealView(change: Change, veil: SecretVeil): Promise<Preview> {
  const { view } = await veil.conceal({ ok: true, text: "", view: change });
  return view?.type === "changes" || view?.type === "diff"
    ? view
    : { type: "text", text: say`The change cannot be shown without the secrets in it.` };
}
