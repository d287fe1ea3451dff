/**
 * Vim mode as a pure machine: what one key does to what vim mode knows, and what it asks of the text. In insert mode the
 * text is typed as ever, and the machine is only told of it (`insert.ts`).
 */
import type { Content } from "../text-buffer/content.ts";
import { act } from "./act.ts";
import { type Draft, movedTo, type VimEffect, withEffect } from "./draft.ts";
import { insertedAgain, leaveInsert } from "./insert.ts";
import { findOf, moved } from "./motions.ts";
import { objectAt } from "./objects.ts";
import { operateOn } from "./operate-on.ts";
import { onGrapheme, previous } from "./places.ts";
import { type Command, readKeys, type VimKey } from "./read-keys.ts";
import { isVisual, normal, type VimState } from "./state.ts";

/** The text as it stands. */
export type VimView = { readonly content: Content; readonly caret: number };

export type Pressed = { readonly state: VimState; readonly effects: readonly VimEffect[] };

/** Takes one key. In insert mode only Esc is for the machine. */
export function press(state: VimState, key: VimKey, view: VimView): Pressed {
  const draft: Draft = { ...view, effects: [] };
  if (state.mode === "insert" || state.mode === "replace") {
    if (key !== "<esc>") return { state, effects: [] };
    return pressed(leaveInsert(state, draft));
  }
  if (key === "<esc>" && state.keys.length > 0) return { state: { ...state, keys: [] }, effects: [] };
  const keys = [...state.keys, key];
  const reading = readKeys(keys, isVisual(state));
  if (reading.type === "more") return { state: { ...state, keys }, effects: [] };
  const ready = { ...state, keys: [] };
  if (reading.type === "unknown") return { state: ready, effects: [] };
  return pressed(run(reading.command, ready, draft));
}

function pressed({ state, draft }: { readonly state: VimState; readonly draft: Draft }): Pressed {
  const { text } = draft.content;
  const isResting = state.mode === "normal";
  const { effects } = isResting ? movedTo(draft, onGrapheme(text, draft.caret)) : draft;
  return { state, effects };
}

/** Does a command. */
function run(command: Command, state: VimState, draft: Draft): { state: VimState; draft: Draft } {
  switch (command.type) {
    case "move":
      return move(command, state, draft);
    case "select":
      return select(command, state, draft);
    case "operate":
      return operateOn(command, { ...state, goal: undefined }, draft);
    case "act":
      if (command.name === ".") return again(command.count, state, draft);
      return act(command, command.name, state, draft);
    default:
      return command satisfies never;
  }
}

function move(command: Command & { type: "move" }, state: VimState, draft: Draft) {
  const { motion, count } = command;
  const { text } = draft.content;
  const target = moved(motion, {
    text,
    caret: draft.caret,
    count,
    operator: null,
    isVisual: isVisual(state),
    goal: state.goal,
    find: state.find,
  });
  // At the ends of the text the lines go on in the history.
  if (target === null && !isVisual(state) && (motion.name === "j" || motion.name === "k")) {
    const command = motion.name === "k" ? "history-previous" : "history-next";
    return { state: { ...state, goal: undefined }, draft: withEffect(draft, { type: "run", command }) };
  }
  const find = findOf(motion) ?? state.find;
  if (target === null) return { state: { ...state, find }, draft };
  return { state: { ...state, goal: target.goal, find }, draft: movedTo(draft, target.at) };
}

/** Selects an object, or goes on to the end of the next one where something is selected already. */
function select(command: Command & { type: "select" }, state: VimState, draft: Draft) {
  const { text } = draft.content;
  const { anchor } = state;
  const { caret } = draft;
  const isNew = anchor === caret;
  const part = objectAt(command.object, text, caret, command.count ?? 1);
  if (part === null) return { state, draft };
  const end = part.inclusive || part.linewise ? part.end : Math.max(part.start, previous(text, part.end).at);
  const start = isNew ? part.start : Math.min(anchor, caret, part.start);
  const mode = part.linewise ? ("visual-line" as const) : ("visual" as const);
  return {
    state: { ...state, mode, anchor: start, goal: undefined },
    draft: movedTo(draft, isNew ? end : Math.max(anchor, end)),
  };
}

/** Does the last change again. */
function again(count: number | undefined, state: VimState, draft: Draft) {
  const { change } = state;
  if (change === undefined) return { state, draft };
  const command = count === undefined ? change.command : { ...change.command, count };
  const done = run(command, state, draft);
  if (done.state.mode === "normal") return done;
  const inserted = insertedAgain(done.state, done.draft, change.inserted);
  const left = leaveInsert(done.state, inserted);
  return { state: normal(left.state), draft: left.draft };
}
