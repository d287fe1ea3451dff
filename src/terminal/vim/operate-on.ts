/** An operator with what it is for: a motion, an object, lines, or what is selected. */
import type { Draft } from "./draft.ts";
import { findOf, moved } from "./motions.ts";
import { objectAt } from "./objects.ts";
import { operate } from "./operate.ts";
import { firstNonBlank, lineFrom, lineStart } from "./places.ts";
import type { Command } from "./read-keys.ts";
import { extentOf, linesBetween, type Region, regionAt, regionOf, selected } from "./region.ts";
import { isVisual, normal, type VimState } from "./state.ts";
import { emptyContent } from "../text-buffer/content.ts";

type Operation = Command & { readonly type: "operate" };
type Done = { readonly state: VimState; readonly draft: Draft };

/** What it works on, the caret of what keeps the text as it is, and the command as `.` repeats it. */
type Place = { readonly region: Region; readonly caret: number; readonly command: Operation };

/** Does it; nothing where the motion cannot be made or the object is not there. */
export function operateOn(command: Operation, state: VimState, draft: Draft): Done {
  const place = placeOf(command, state, draft);
  const find = (command.scope.type === "motion" ? findOf(command.scope.motion) : undefined) ?? state.find;
  if (place === null) return { state: { ...(isVisual(state) ? normal(state) : state), find }, draft };
  const { region, caret } = place;
  const { operator, register, char } = command;
  // A count behind an operator is the motion's; with a selection it is the operator's own.
  const count = command.scope.type === "visual" ? (command.count ?? 1) : 1;
  const done = operate(operator, { ...normal(state), find }, draft, region, {
    caret,
    count,
    ...(register === undefined ? {} : { register }),
    ...(char === undefined ? {} : { char }),
  });
  if (operator === "y") return done;
  const { inserting } = done.state;
  if (inserting !== undefined)
    return {
      state: { ...done.state, inserting: { ...inserting, command: place.command } },
      draft: done.draft,
    };
  return {
    state: { ...done.state, change: { command: place.command, inserted: emptyContent } },
    draft: done.draft,
  };
}

/** Where the caret goes: to the first column of selected lines, or stays in the first one where it was led upwards. */
function caretOfLines(text: string, anchor: number, caret: number): number {
  const start = lineStart(text, Math.min(anchor, caret));
  return caret < anchor && start !== lineStart(text, anchor) ? caret : start;
}

/** Operators that know nothing smaller than a line. */
const onlyLines: ReadonlySet<string> = new Set([">", "<", "J"]);

function placeOf(command: Operation, state: VimState, draft: Draft): Place | null {
  const { text } = draft.content;
  const { caret } = draft;
  const { scope, operator } = command;
  const count = command.count ?? 1;
  switch (scope.type) {
    case "lines": {
      const last = lineFrom(text, caret, count - 1);
      const isThere = count === 1 || last !== lineStart(text, caret);
      const place = operator === "y" ? caret : Math.min(caret, firstNonBlank(text, last));
      return isThere ? { region: linesBetween(text, caret, last), caret: place, command } : null;
    }
    case "motion": {
      const from = {
        text,
        caret,
        count: command.count,
        operator,
        isVisual: false,
        goal: undefined,
        find: state.find,
      };
      const target = moved(scope.motion, from);
      if (target === null) return null;
      const { inclusive = false, linewise = false } = target;
      const region = regionOf(text, { from: caret, to: target.at, inclusive, linewise }, operator === "d");
      const place = Math.min(caret, target.at);
      return { region, caret: place, command };
    }
    case "object": {
      const part = objectAt(scope.object, text, caret, count);
      if (part === null) return null;
      const { start, end, inclusive, linewise } = part;
      const region = regionOf(text, { from: start, to: end, inclusive, linewise }, operator === "d");
      return { region, caret: start, command };
    }
    case "visual": {
      const { extent, linewise = false } = scope;
      if (extent !== undefined) return { region: regionAt(text, caret, extent), caret, command };
      const isLines = linewise || state.mode === "visual-line" || onlyLines.has(operator);
      const { anchor } = state;
      const region = selected(text, anchor, caret, isLines);
      return {
        region,
        caret:
          isLines && !onlyLines.has(operator) ? caretOfLines(text, anchor, caret) : Math.min(anchor, caret),
        command: { ...command, scope: { ...scope, extent: extentOf(text, anchor, caret, isLines) } },
      };
    }
    default:
      return scope satisfies never;
  }
}
