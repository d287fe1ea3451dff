/** What /model and /effort do. */
import type { HoldKeys } from "../held-keys.ts";
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import { messageOf, UserError } from "../../../protocol/error.ts";
import { effortNamed } from "../../../protocol/effort.ts";
import { formatModel } from "../../../transcript/format.ts";
import { effortHelp } from "./model-words.ts";
import type { OpenList } from "../lists/open-list.ts";
import { requireIdle } from "./require-idle.ts";
import { say } from "../../../words/say.ts";

export type ModelParts = TalkParts & {
  readonly app: App;
  readonly conversation: Conversation;
  readonly list: OpenList;
  /** The list is about to open: keys that come until then are for it. */
  readonly holdKeys: HoldKeys;
};

export type TalkParts = {
  readonly conversation: Pick<Conversation, "switchModel" | "effort"> & {
    readonly engine: Pick<Conversation["engine"], "model" | "state">;
  };
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
  readonly onSwitched: () => void;
};

/** Talks to the model named, or lets the user choose. Throws a `UserError` for a bad name or a missing key. */
export function setModel(name: string, parts: ModelParts): void {
  if (name === "") pickModel(parts);
  else talkTo(name, parts);
}

/** Talks to the model named. Throws a `UserError` for a bad name, a missing key, and in the middle of a turn. */
export function talkTo(name: string, { conversation, tell, onSwitched }: TalkParts): void {
  requireIdle(conversation);
  const now = () => formatModel(conversation.engine.model, conversation.effort());
  const before = now();
  conversation.switchModel(name);
  onSwitched();
  // A change is an entry of the log, which is shown as any other.
  if (now() === before) tell(say`The model is ${before} already.`);
}

/** Lets the user choose one of the models that can be reached. */
function pickModel(parts: ModelParts): void {
  const { app, conversation, list, tell, holdKeys } = parts;
  const current = conversation.engine.model;
  const choose = (name: string) => {
    try {
      talkTo(name, parts);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      tell(thrown.message, "error");
    }
  };
  const failed = (thrown: unknown) => tell(say`The models cannot be listed: ${messageOf(thrown)}.`, "error");
  const open = async () => {
    const { openModelPicker } = await import("../lists/model-picker.ts");
    const options = app.modelListOptions;
    const { answered } = await openModelPicker({ options, list, current, tell, onChosen: choose });
    answered.catch(failed);
  };
  holdKeys(open().catch(failed));
}

/** Changes how much the model thinks, or tells it. Throws a `UserError` for a level that the model does not have. */
export function setEffort(level: string, parts: Omit<ModelParts, "list" | "holdKeys">): void {
  const { app, conversation, tell } = parts;
  const { model } = conversation.engine;
  const info = app.modelInfo(model);
  if (level === "") return tell(effortHelp(model, info, conversation.effort()));
  if (level === "default") return talkTo(model, parts);
  const effort = effortNamed(level);
  if (effort === undefined || info?.efforts.includes(effort) !== true)
    throw new UserError(say`There is no “${level}” here. ${effortHelp(model, info, conversation.effort())}`);
  talkTo(formatModel(model, effort), parts);
}
