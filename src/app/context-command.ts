/** `/context exclude 3 5-7` and the like: changes of what requests hold, by the numbers of the list. */
import type { ContextEdit } from "../context/edits.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { say } from "../words/say.ts";
import type { ContextPart } from "./context-parts.ts";
import type { OpenContext } from "./context-surgeon.ts";
import { changeWords } from "./context-words.ts";

/** The words that it may begin with. */
const actions = ["exclude", "restore", "pin", "shorten", "summarise"] as const;
type Action = (typeof actions)[number];

/** What a part is shortened to when nobody says, tokens. */
const shortTokens = 500;

type EditedContext = Pick<OpenContext, "look" | "compare" | "text" | "shorten" | "summarise" | "apply">;

export type Told = { readonly text: string; readonly level: "info" | "warning" };

/**
 * Does what the argument says and resolves with what to say about it. Where a model has to write something first, nothing
 * is changed until all of it is there. Throws a `UserError` while a turn runs.
 */
export async function editContext(argument: string, context: EditedContext): Promise<Told> {
  const [word = "", ...rest] = argument.trim().split(/\s+/);
  const action = actions.find((one) => one === word);
  if (action === undefined)
    return warning(
      say`/context takes nothing, or exclude, restore, pin, shorten or summarise with numbers of parts: /context exclude 3 5-7.`,
    );
  const { parts } = context.look();
  const to = action === "shorten" ? sizeIn(rest) : undefined;
  const numbers = numbersIn(to === undefined ? rest : rest.slice(0, -2));
  if (numbers === null || numbers.length === 0)
    return warning(say`Which parts? /context lists them with their numbers: /context ${action} 3 5-7.`);
  const chosen = numbers.map((number) => parts[number - 1]);
  const missing = numbers.find((_, at) => chosen[at] === undefined);
  if (missing !== undefined) return warning(say`There is no part ${missing}; /context lists them.`);
  const edits: ContextEdit[] = [];
  for (const part of chosen) {
    const wanted =
      part === undefined
        ? ""
        : action === "summarise"
          ? await summarised(part, context)
          : editsFor(action, part, context, to ?? shortTokens);
    if (typeof wanted === "string") return warning(wanted);
    edits.push(...wanted);
  }
  const change = context.compare(context.look(), context.look(edits));
  context.apply(edits);
  return { text: [...writtenWords(edits, numbers), changeWords(change)].join("\n"), level: "info" };
}

/** What a model has written in the place of parts: nobody has seen it yet. */
function writtenWords(edits: readonly ContextEdit[], numbers: readonly number[]): string[] {
  return edits.flatMap(({ action, text = "" }, at) => {
    const number = numbers[at] ?? 0;
    const written = sanitize(text, "output").trim();
    if (action !== "summarise") return [];
    return [say`Part ${number} is this now, /context restore ${number} puts it back: ${written}`];
  });
}

/** One edit with what the model has written in the part's place, or in words why there is none. */
async function summarised(part: ContextPart, context: EditedContext): Promise<ContextEdit[] | string> {
  const { place, number, whole, state } = part;
  if (place === null) return inEveryRequest(number);
  if (state === "compacted") return inSummary(number, context);
  if (context.text(part).said.trim() === "")
    return say`Part ${number} says nothing that could be summarised.`;
  // What it does meanwhile is told by the engine.
  const written = await context.summarise(part, () => undefined);
  switch (written.type) {
    case "summary":
      return [{ ...place, action: "summarise", text: written.text, tokens: whole }];
    case "interrupted":
      return say`Stopped; nothing was changed.`;
    case "failed":
      return sanitize(written.reason, "approval_inline");
    default:
      return written satisfies never;
  }
}

function inEveryRequest(number: number): string {
  return say`Part ${number} is in every request; it cannot be changed here.`;
}

/** The edits that do this to a part, or in words why nothing is to be done. */
function editsFor(
  action: Exclude<Action, "summarise">,
  part: ContextPart,
  context: EditedContext,
  tokens: number,
): ContextEdit[] | string {
  const { place, number, whole, state } = part;
  if (place === null) return inEveryRequest(number);
  const isCompacted = state === "compacted";
  switch (action) {
    case "exclude":
      if (state === "left_out") return say`Part ${number} is left out already.`;
      if (isCompacted) return inSummary(number, context);
      return [{ ...place, action, tokens: whole }];
    case "restore":
      if (isCompacted) return inSummary(number, context);
      if (state === "in" && !part.isPinned) return say`Part ${number} is as it was said.`;
      if (state === "refused" && !part.isPinned)
        return say`The server has refused part ${number}: it cannot be put back.`;
      return asItWas(part);
    case "pin":
      if (part.isPinned) return say`Part ${number} is pinned already.`;
      return [
        ...(state === "left_out" ? [{ ...place, action: "restore" } as const] : []),
        { ...place, action },
      ];
    case "shorten": {
      if (isCompacted) return inSummary(number, context);
      if (whole <= tokens) return say`Part ${number} has ${whole} tokens only.`;
      return [{ ...place, action, text: context.shorten(part, tokens), tokens: whole }];
    }
    default:
      return action satisfies never;
  }
}

/** The edits that bring a part back to how it was said. */
export function asItWas({ place, state, isPinned }: ContextPart): ContextEdit[] {
  if (place === null) return [];
  const isEdited = state === "left_out" || state === "shortened" || state === "summarised";
  return [
    ...(isEdited ? [{ ...place, action: "restore" } as const] : []),
    ...(isPinned ? [{ ...place, action: "unpin" } as const] : []),
  ];
}

function inSummary(number: number, context: EditedContext): string {
  const { parts } = context.look();
  const summary = parts.find(
    ({ kind, state }) => kind === "summary" && state !== "compacted" && state !== "left_out",
  );
  return say`Part ${number} is in a summary: /context pin ${number} brings it back word for word, /context exclude ${summary?.number ?? 0} everything that the summary stands for.`;
}

/** The size behind `to`: `shorten 3 to 200`. */
function sizeIn(words: readonly string[]): number | undefined {
  const [to, size = ""] = words.slice(-2);
  return to === "to" && /^[1-9]\d{0,6}$/.test(size) ? Number(size) : undefined;
}

/** Numbers and stretches of them, each once; null for what is none. */
function numbersIn(words: readonly string[]): number[] | null {
  const numbers = new Set<number>();
  for (const word of words.flatMap((one) => one.split(",")).filter((one) => one !== "")) {
    const [, first = "", last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(word) ?? [];
    if (first === "" || Number(last) < Number(first)) return null;
    for (let number = Number(first); number <= Number(last); number += 1) numbers.add(number);
  }
  return [...numbers];
}

function warning(text: string): Told {
  return { text, level: "warning" };
}
