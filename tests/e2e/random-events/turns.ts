/** Events of the model and its calls: what is said, how an answer ends, and what the user says to it. */
import { closeSync, openSync, writeSync } from "node:fs";
import { call, cut, httpError, reasoning, reset, type Step, stop, text } from "../../support/model-server.ts";
import { blockOf, wordsIn } from "./blocks.ts";
import type { Ending, RandomEvent } from "./events.ts";
import type { Reply } from "./talk.ts";
import { isAnswerable, isWritingWhyNot, questionIn } from "./window.ts";
import type { World } from "./world.ts";

type OfTurn = Extract<RandomEvent, { type: "say" | "think" | "finish" | "answer" | "let go" | "stop" }>;

/** False where the event has no place. */
export async function turnOn(world: World, event: OfTurn): Promise<boolean> {
  const { turn } = world;
  switch (event.type) {
    case "say": {
      if (turn.state !== "thinking") return false;
      const { reply } = turn;
      const block = blockOf(event.block, event.size, reply.number, reply.words);
      const at = Math.floor((Math.min(event.cut, 1000) / 1000) * block.text.length);
      const now = reply.rest + block.text.slice(0, at).toWellFormed();
      reply.rest = block.text.slice(now.length - reply.rest.length);
      reply.words = block.words;
      if (now !== "") reply.send(...inPieces(now, event.pieces));
      await world.settle("an answer that goes on");
      return true;
    }
    case "think":
      // Thinking ends a block of what is said, so it comes between two of them.
      if (turn.state !== "thinking" || turn.reply.rest !== "") return false;
      turn.reply.send(reasoning(event.text));
      await world.settle("a thought");
      return true;
    case "finish":
      if (turn.state !== "thinking") return false;
      await finish(world, turn.reply, event.ending);
      return true;
    case "answer":
      if (turn.state !== "asking") return false;
      await answer(world, event.answer);
      return true;
    case "let go": {
      if (turn.state !== "running") return false;
      const pipe = openSync(world.story.project.path(`${turn.hold}.pipe`), "r+");
      writeSync(pipe, "go\n");
      await world.next("called");
      closeSync(pipe);
      return true;
    }
    case "stop":
      if (turn.state === "idle") return false;
      noteSeen(world);
      await stopBy(world, event.key);
      return true;
    default:
      return event satisfies never;
  }
}

/** Stops what runs by a key, or the question with it. */
export async function stopBy(world: World, key: "escape" | "ctrl+c"): Promise<void> {
  const before = world.turn.state === "asking" ? questionIn(world.terminal) : "";
  world.terminal.press(key);
  world.holds.length = 0;
  return world.next("called", before);
}

/** Remembers how much of the answer is on the screen: it must stay, whatever becomes of the answer. */
export function noteSeen({ turn, terminal, least }: World): void {
  if (turn.state !== "thinking") return;
  const { number } = turn.reply;
  const seen = wordsIn(terminal.screen()).filter(([answer]) => answer === number);
  least.set(number, 1 + Math.max(-1, ...seen.map(([, word]) => word)));
}

async function finish(world: World, reply: Reply, wanted: Ending): Promise<void> {
  const isOver = wanted === "refused" && (!reply.isSilent || world.hasFailed);
  const ending = isOver || (isBroken(wanted) && world.hasFailed) ? "stop" : wanted;
  if (isBroken(ending)) {
    noteSeen(world);
    world.hasFailed = true;
    reply.end(ending === "broken" ? reset() : cut());
    return world.next("again");
  }
  if (ending === "refused") {
    reply.words = 0;
    reply.rest = "";
    reply.end(httpError(400, { error: { message: "not like this", type: "invalid_request_error" } }));
    return world.next("again");
  }
  if (reply.words === 0) {
    const { text: short, words } = blockOf("paragraph", 1, reply.number, 0);
    reply.rest += short;
    reply.words = words;
  }
  const rest = reply.rest === "" ? [] : [text(reply.rest)];
  reply.rest = "";
  if (ending === "stop") {
    reply.end(...rest, stop());
    return world.next("completed");
  }
  reply.end(...rest, ...(await callsFor(world, reply, ending)), stop("tool_use"));
  return world.next("called");
}

const isBroken = (ending: Ending): boolean => ending === "broken" || ending === "cut";

async function callsFor(world: World, reply: Reply, ending: Ending): Promise<Step[]> {
  const marks: string[] = [];
  const mark = () => {
    const made = `q${reply.number}.${marks.length}`;
    marks.push(made);
    world.calls.push({ mark: made, narrowest: world.terminal.emulator.cols });
    return made;
  };
  const touch = () => call("bash", { command: `touch ${mark()} && echo made` });
  const read = () => call("read_file", { path: "a.txt" });
  switch (ending) {
    case "ask":
      return [touch()];
    case "write":
      return [call("write_file", { path: `${mark()}.txt`, content: `${reply.number}\nlines\n`.repeat(6) })];
    case "read":
      return [read(), read()];
    case "several":
      return [touch(), read(), touch()];
    case "hold": {
      const hold = mark();
      await Bun.spawn(["mkfifo", world.story.project.path(`${hold}.pipe`)]).exited;
      world.holds.push(hold);
      return [call("bash", { command: `touch ${hold}; seq 30; read word < ${hold}.pipe; echo $word` })];
    }
    default:
      return [];
  }
}

async function answer(world: World, how: Extract<RandomEvent, { type: "answer" }>["answer"]): Promise<void> {
  const { terminal } = world;
  await terminal.waitFor(() => isAnswerable(terminal), { what: "a question that takes keys" });
  const before = questionIn(terminal);
  switch (how) {
    case "once":
    case "remember": {
      const isOffered = /don't ask again for|2 always/.test(before);
      terminal.press(how === "remember" && isOffered ? "2" : "1");
      return world.next("called", before);
    }
    case "why not":
      terminal.press("3");
      await terminal.waitFor(() => isWritingWhyNot(terminal), { what: "room for why not" });
      terminal.type("not now");
      await terminal.waitFor(/no: not now/);
      terminal.press("enter");
      return world.next("called", before);
    case "stop":
    case "interrupt":
      return stopBy(world, how === "stop" ? "escape" : "ctrl+c");
    case "reasons":
      terminal.press("w");
      await terminal.waitFor(() => questionIn(terminal) !== before, {
        what: "the reasons, or the call again",
      });
      return world.settle("the question");
    case "view":
      terminal.press("v");
      await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the whole call" });
      terminal.press("q");
      return world.settle("the question again");
    default:
      return how satisfies never;
  }
}

/** A text in so many deltas; none ends inside a character. */
function inPieces(whole: string, count: number): Step[] {
  const characters = Array.from(whole);
  const size = Math.max(1, Math.ceil(characters.length / count));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    text(characters.slice(index * size, (index + 1) * size).join("")),
  );
}
