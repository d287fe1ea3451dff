/** Events of the keyboard: what is typed, pasted and edited, and what is sent. */
import { type EditingKey } from "./editor.ts";
import type { RandomEvent } from "./events.ts";
import type { World } from "./world.ts";

type Writing = Extract<
  RandomEvent,
  {
    type:
      | "type"
      | "paste"
      | "burst"
      | "key"
      | "newline"
      | "older"
      | "newer"
      | "stash"
      | "clear"
      | "send"
      | "steer"
      | "take back"
      | "junk";
  }
>;

/** While a question takes keys, these are the composer's all the same. */
const keysBesideQuestion = new Set<EditingKey>(["ctrl+a", "ctrl+e", "ctrl+u", "ctrl+k", "ctrl+w", "ctrl+y"]);

/** False where the event has no place. */
export async function write(world: World, event: Writing): Promise<boolean> {
  const { terminal, written, turn } = world;
  const { editor } = written;
  const isAsking = turn.state === "asking";
  switch (event.type) {
    case "type": {
      // One letter could be an answer, or the beginning of a text, which a moment decides.
      if (isAsking && Array.from(event.text).length < 2) return false;
      const cuts = !isAsking && editor.isCaretSafe && !/\s/.test(event.text) ? event.cuts : [];
      await sendPieces(world, event.text, cuts);
      editor.type(event.text);
      break;
    }
    case "paste":
      await sendPieces(world, `\u001b[200~${event.text.replaceAll("\n", "\r")}\u001b[201~`, event.cuts);
      editor.paste(event.text.replaceAll(/(?![\t\n])\p{Cc}/gu, ""));
      break;
    case "burst":
      if (isAsking) return false;
      terminal.bytes(event.text.replaceAll("\n", "\r"));
      editor.paste(event.text);
      await world.settle("a paste without brackets");
      // What follows at once would go on with it.
      return write(world, { type: "key", key: "right" });
    case "key":
      if (isAsking && !keysBesideQuestion.has(event.key)) return false;
      press(world, event.key, isAsking);
      break;
    case "newline":
      if (isAsking) return false;
      terminal.press("alt+enter");
      editor.type("\n");
      break;
    case "older":
    case "newer": {
      const by = event.type === "older" ? -1 : 1;
      if (isAsking || !(by === -1 ? written.hasOlder : written.hasNewer)) return false;
      terminal.press(by === -1 ? "ctrl+home" : "ctrl+end", by === -1 ? "up" : "down");
      editor.press(by === -1 ? "ctrl+home" : "ctrl+end");
      written.browse(by);
      break;
    }
    case "stash":
      if (isAsking || (editor.isEmpty && !written.isAnythingApart)) return false;
      terminal.press("ctrl+s");
      written.stash();
      break;
    case "clear":
      if (turn.state !== "idle" || editor.isEmpty) return false;
      terminal.press("ctrl+c");
      written.clear();
      break;
    case "send":
    case "steer":
      return !isAsking && send(world, event.type);
    case "take back": {
      const last = world.queue.at(-1);
      if (isAsking || last === undefined) return false;
      terminal.press("alt+up");
      editor.put(editor.isEmpty ? last.text : `\n${last.text}`);
      world.queue = world.queue.slice(0, -1);
      break;
    }
    case "junk":
      terminal.bytes(event.bytes);
      await world.settle("nothing of what is no key");
      return true;
    default:
      return event satisfies never;
  }
  await world.settle(`${event.type} to be seen`);
  return true;
}

/**
 * Presses an editing key. While a question is open what is pressed has to be seen: the question takes no keys for a
 * moment from then on, and whether that moment has begun could not be told otherwise.
 */
function press({ terminal, written: { editor } }: World, key: EditingKey, isSeen: boolean): void {
  const { draft, caret } = editor;
  terminal.press(key);
  editor.press(key);
  if (!isSeen || editor.draft.text !== draft.text || editor.caret !== caret) return;
  terminal.type("ok");
  editor.type("ok");
}

/** Puts a number before what is written, and sends it: each message can be told from all others. */
async function send(world: World, how: "send" | "steer"): Promise<true> {
  const { terminal, written, turn } = world;
  const { editor } = written;
  world.messages += 1;
  const mark = `m${world.messages}.${editor.value.trim() === "" ? "go" : ""}`;
  terminal.press("ctrl+home");
  editor.press("ctrl+home");
  terminal.type(mark);
  editor.type(mark);
  await world.settle("a message to be sent");
  terminal.press(how === "send" ? "enter" : "alt+s");
  const text = written.clear();
  if (turn.state === "idle") {
    world.sent.push(text);
    await world.next("sent");
  } else {
    world.queue = [...world.queue, { text, via: how === "send" ? "queue" : "steer" }];
    await world.settle("a message to wait");
  }
  return true;
}

/** Sends bytes, cut into several writes: anywhere, also inside of a character or a sequence. */
async function sendPieces({ terminal }: World, text: string, cuts: readonly number[]): Promise<void> {
  const bytes = Buffer.from(text);
  await terminal.uninterrupted(async () => {
    let from = 0;
    for (const cut of cuts.toSorted((one, other) => one - other)) {
      const to = Math.floor((bytes.length * cut) / 1000);
      if (to <= from) continue;
      terminal.bytes(bytes.subarray(from, to));
      from = to;
      // What could be a key by itself is one when nothing follows at once.
      const end = bytes.toString("latin1", 0, to);
      if (!end.endsWith("\u001b") && !end.endsWith("\u001b[")) await Bun.sleep(0);
    }
    terminal.bytes(bytes.subarray(from));
  });
}
