/** The model's side of a story: what it does in each turn, and what of it changes which files. */
import { call, gate, type RecordedRequest, type Step, text } from "../../support/model-server.ts";
import { uniqueSeconds } from "../../support/processes.ts";
import { conversationOf } from "../requests.ts";
import { strictly } from "../strict-server.ts";
import type { Dice } from "./events.ts";
import type { Content, Contents } from "./files.ts";
import { markOf, marksIn } from "./saved-log.ts";

export type Effect = { readonly path: string; readonly after: Content };

export type Deed = {
  readonly callId: string;
  readonly step: Step;
  readonly effects: readonly Effect[];
  /** It runs until it is stopped: how long it sleeps, which no other process does. */
  readonly sleeps: string | null;
};

/** `held`: the last answer stops in its middle until `open` is called. */
export type Plan = {
  readonly mark: string;
  readonly steps: readonly (readonly Deed[])[];
  readonly held: { readonly shut: Step; readonly open: () => void } | null;
  /** How many of the steps have been asked for. */
  asked: number;
};

/** Files that the model works on. */
export const NAMES = ["f0.txt", "f1.txt", "f2.txt", "f3.txt", "dir/f4.txt", "dir/deep/f5.txt"] as const;

const padding = "and so on with what was asked for, in many words that a summary leaves out, ".repeat(12);

export class Talk {
  readonly plans = new Map<string, Plan>();
  #numbers = 0;
  #summaries = 0;
  /** Why requests were refused, by the strict server or by what the active branch says. */
  readonly refused: readonly string[];
  readonly script: (request: RecordedRequest, index: number) => readonly Step[] | Promise<readonly Step[]>;

  /** `fault` looks at each request of a turn. */
  constructor(fault: (request: RecordedRequest) => string | undefined) {
    const answers = Array.from({ length: 2_000 }, () => (request: RecordedRequest) => this.#answer(request));
    const strict = strictly(answers, (request) => (isOfTurn(request) ? fault(request) : undefined));
    this.script = strict.script;
    this.refused = strict.refused;
  }

  /** A number that nothing of the story had before. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  #answer(request: RecordedRequest): readonly Step[] {
    if (!isOfTurn(request)) {
      this.#summaries += 1;
      return [text(`s${this.#summaries}. What was said.`)];
    }
    const users = conversationOf(request).flatMap((said) => (said.who === "user" ? marksIn(said.text) : []));
    const mark = users.findLast((one) => one.startsWith("m")) ?? "";
    const plan = this.plans.get(mark);
    const step = plan?.steps[plan.asked];
    if (plan !== undefined) plan.asked += 1;
    if (step !== undefined) return step.map((deed) => deed.step);
    const said = text(`a${markOf(mark).slice(1)} ${padding}`);
    return plan?.held === null || plan === undefined ? [said] : [said, plan.held.shut, text("The end.")];
  }
}

/** A summary is asked for without tools. */
function isOfTurn({ body }: RecordedRequest): boolean {
  const tools = body?.["tools"];
  return Array.isArray(tools) && tools.length > 0;
}

export type PlanOptions = { readonly held: boolean; readonly holding: boolean };

/** What the model does about the next message. Each file is changed once at most. */
export function planTurn(talk: Talk, dice: Dice, files: Contents, options: PlanOptions): Plan {
  const number = talk.next();
  const free: string[] = [...NAMES];
  const take = (isFit: (name: string) => boolean): string | undefined => {
    const fit = free.filter(isFit);
    const name = fit.length === 0 ? undefined : dice.pick(fit);
    if (name !== undefined) free.splice(free.indexOf(name), 1);
    return name;
  };
  const has = (name: string) => files.has(name);
  const changes: Deed[] = [];
  const reads: string[] = [];
  let made = 0;
  const deedOf = (
    name: string,
    args: object,
    effects: readonly Effect[],
    sleeps: string | null = null,
  ): Deed => {
    const callId = `c${number}x${(made += 1)}`;
    const words = "command" in args ? { ...args, command: `${String(args.command)} # ${callId};` } : args;
    return {
      callId,
      step: call(name, words, { id: callId }),
      effects,
      sleeps,
    };
  };
  const content = () => `v${talk.next()}\n${"line\n".repeat(dice.roll(3))}`;
  for (let left = dice.roll(4); left > 0; left -= 1) {
    const after = content();
    switch (dice.roll(5)) {
      case 0:
      case 1: {
        const path = take(() => true);
        if (path === undefined) break;
        if (has(path)) reads.push(path);
        changes.push(deedOf("write_file", { path, content: after }, [{ path, after }]));
        break;
      }
      case 2: {
        const path = take((name) => !name.includes("/"));
        if (path === undefined) break;
        const command = `printf '${after.replaceAll("\n", String.raw`\n`)}' > ${path}`;
        changes.push(deedOf("bash", { command }, [{ path, after }]));
        break;
      }
      case 3: {
        const path = take(has);
        if (path !== undefined)
          changes.push(deedOf("bash", { command: `rm ${path}` }, [{ path, after: null }]));
        break;
      }
      default: {
        const from = take(has);
        const to = from === undefined ? undefined : take((name) => !name.includes("/"));
        if (from === undefined || to === undefined) break;
        const effects = [
          { path: from, after: null },
          { path: to, after: files.get(from) ?? "" },
        ];
        changes.push(deedOf("bash", { command: `mv -f ${from} ${to}` }, effects));
      }
    }
  }
  if (options.holding) {
    const path = take((name) => !name.includes("/"));
    const after = `v${talk.next()}\n`;
    const seconds = uniqueSeconds();
    const command = `printf '${after.trim()}\\n' > ${path}; sleep ${seconds}`;
    if (path !== undefined) changes.push(deedOf("bash", { command }, [{ path, after }], seconds));
  }
  const readStep = [...reads, ...(dice.roll(4) === 0 ? ["big.txt"] : [])].map((path) =>
    deedOf("read_file", { path }, []),
  );
  const steps = [readStep, changes].filter((step) => step.length > 0);
  const plan = { mark: `m${number}.`, steps, held: options.held ? gate() : null, asked: 0 };
  talk.plans.set(plan.mark, plan);
  return plan;
}
