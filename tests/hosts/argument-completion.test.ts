/** What a command can be given, offered while it is written. */
import { describe, expect, test } from "bun:test";
import type { ArgumentChoice, ArgumentSource } from "../../src/hosts/repl/composer/argument-choice.ts";
import { ArgumentCompletion } from "../../src/hosts/repl/composer/argument-completion.ts";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";

const models: readonly ArgumentChoice[] = [
  { value: "openai/gpt-9-mini", help: "400k" },
  { value: "openai/gpt-9", help: "400k" },
  { value: "local/qwen", help: "32k  on this machine" },
];

function composer(sources: Readonly<Record<string, ArgumentSource>>) {
  const troubles: string[] = [];
  const made = new Composer(plainStyle);
  let changed = Promise.withResolvers<null>();
  const known = new ArgumentCompletion({
    sourceOf: (command) => sources[command],
    onChange() {
      changed.resolve(null);
      changed = Promise.withResolvers();
    },
    onTrouble: (message) => troubles.push(message),
  });
  made.completion.useArguments(known);
  const press = (name: string) => made.onInput({ type: "key", key: pressed(name) }, 80);
  return {
    made,
    press,
    troubles,
    type: (text: string) => made.onInput({ type: "text", text }, 80),
    text: () => made.buffer.value(),
    /** The next change that comes without a key. */
    next: () => changed.promise,
    rows: () => made.change(80).suggestions ?? [],
    chosen: () => (made.change(80).suggestions ?? []).filter((row) => row.startsWith("❯")),
    shown: () => made.change(80).composer?.lines.at(-1),
  };
}

const now =
  (choices: readonly ArgumentChoice[]): ArgumentSource =>
  (offer) =>
    offer(choices);

describe("what a command can be given", () => {
  test("is listed behind its blank with nothing chosen, so that Enter sends the bare command", () => {
    const { type, rows, chosen, press } = composer({ model: now(models) });
    type("/model ");
    expect(rows().map((row) => row.trim().split(/\s+/)[0])).toEqual(models.map(({ value }) => value));
    expect(chosen()).toEqual([]);
    expect(press("enter")).toBe("send");
  });

  test("is found by letters that are strewn over it, and put in by Tab", async () => {
    const { type, text, press, next, rows } = composer({ model: now(models) });
    type("/model ");
    await next();
    type("lqw");
    expect(rows()).toHaveLength(1);
    press("tab");
    expect(text()).toBe("/model local/qwen");
    expect(rows()).toEqual([]);
    expect(press("enter")).toBe("send");
  });

  test("is taken and sent by Enter when it holds what is written", () => {
    const { type, text, press } = composer({ model: now(models) });
    type("/model local");
    expect(press("enter")).toBe("send");
    expect(text()).toBe("/model local/qwen");
  });

  test("is sent as it is written when it is only like something in the list", async () => {
    const { type, text, press, next, rows } = composer({ model: now(models) });
    type("/model ");
    await next();
    type("oai9");
    expect(rows().length).toBeGreaterThan(0);
    expect(press("enter")).toBe("send");
    expect(text()).toBe("/model oai9");
  });

  test("is the one written whole, though others begin like it", async () => {
    const { type, text, press, next, chosen } = composer({ model: now(models) });
    type("/model ");
    await next();
    type("openai/gpt-9");
    expect(chosen()[0]).toMatch(/^❯ openai\/gpt-9 /);
    expect(press("enter")).toBe("send");
    expect(text()).toBe("/model openai/gpt-9");
  });

  test("is chosen with the arrows, from either end", () => {
    const { type, text, press } = composer({ model: now(models) });
    type("/model ");
    press("up");
    press("tab");
    expect(text()).toBe("/model local/qwen");
  });

  test("may also be found by what stands beside it, which Enter alone does not take", async () => {
    const { type, press, next, rows, text } = composer({ model: now(models) });
    type("/model ");
    await next();
    type("this machine");
    expect(rows()).toHaveLength(1);
    press("enter");
    expect(text()).toBe("/model this machine");
  });

  test("goes on where more has to follow", () => {
    const add = { value: "add", help: "hide one", further: "NAME" };
    const { type, text, press, shown } = composer({ secrets: now([add]) });
    type("/secrets a");
    expect(press("enter")).toBeNull();
    expect(text()).toBe("/secrets add ");
    expect(shown()).toBe("/secrets add NAME");
  });

  test("is offered under another name of the command, and keeps that", () => {
    const { type, text, press } = composer({ exit: now([{ value: "now", help: "" }]) });
    type("/quit n");
    press("tab");
    expect(text()).toBe("/quit now");
  });

  test("is not offered for a message that was pasted, nor in the middle of a text", () => {
    const { made, type, rows, press } = composer({ model: now(models) });
    made.paste("/model l");
    expect(rows()).toEqual([]);
    made.drafts.discard();
    type("/model l");
    press("left");
    expect(rows()).toEqual([]);
  });

  test("does not hold what cannot be written", () => {
    const { type, rows } = composer({ model: now([{ value: "bad\u001b[2J", help: "" }, ...models]) });
    type("/model ");
    expect(rows()).toHaveLength(models.length);
  });
});

describe("Esc", () => {
  test("closes the list and leaves the text; Tab opens it again", () => {
    const { type, text, press, rows } = composer({ model: now(models) });
    type("/model l");
    expect(press("escape")).toBeNull();
    expect([text(), rows()]).toEqual(["/model l", []]);
    expect(press("escape")).toBe("dismiss");
    press("tab");
    expect(rows().length).toBeGreaterThan(0);
    expect(text()).toBe("/model l");
  });

  test("ends the search behind the list", () => {
    let seen: AbortSignal | undefined;
    const { type, press } = composer({
      resume: (_offer, signal) => {
        seen = signal;
        return new Promise<void>(() => {});
      },
    });
    type("/resume ");
    expect(seen?.aborted).toBe(false);
    press("escape");
    expect(seen?.aborted).toBe(true);
  });
});

describe("what comes late", () => {
  test("is shown and not chosen: Enter does what it would have done", async () => {
    const answer = Promise.withResolvers<readonly ArgumentChoice[]>();
    const { type, text, press, next, rows, chosen } = composer({
      model: async (offer) => offer(await answer.promise),
    });
    type("/model loc");
    expect(rows()).toEqual(["  more are being asked for…"]);
    answer.resolve(models);
    while (rows().length !== 1 || !rows()[0]?.includes("qwen")) await next();
    expect(chosen()).toEqual([]);
    press("enter");
    expect(text()).toBe("/model loc");
  });

  test("leaves what is chosen chosen", async () => {
    const more = Promise.withResolvers<null>();
    const { type, press, next, rows, chosen } = composer({
      model: async (offer) => {
        offer(models);
        await more.promise;
        offer([{ value: "a/first", help: "" }, ...models]);
      },
    });
    type("/model ");
    press("down");
    press("down");
    expect(chosen()[0]).toContain("openai/gpt-9 ");
    more.resolve(null);
    while (!rows().some((row) => row.includes("a/first"))) await next();
    expect(chosen()[0]).toContain("openai/gpt-9 ");
  });

  test("comes to nothing once something else is written", async () => {
    const answer = Promise.withResolvers<readonly ArgumentChoice[]>();
    const { made, type, rows } = composer({ model: async (offer) => offer(await answer.promise) });
    type("/model ");
    made.drafts.discard();
    type("hello");
    answer.resolve(models);
    await answer.promise;
    await Promise.resolve();
    expect(rows()).toEqual([]);
  });

  test("is said not to come when it fails", async () => {
    const { type, next, troubles } = composer({
      resume: () => Promise.reject(new Error("the disk is gone")),
    });
    type("/resume ");
    while (troubles.length === 0) await next();
    expect(troubles[0]).toContain("/resume");
    expect(troubles[0]).toContain("the disk is gone");
  });
});

describe("behind a command", () => {
  test("stands how its argument is named, until something is written", () => {
    const { type, press, shown } = composer({});
    type("/fork");
    expect(shown()).toBe("/fork");
    type(" ");
    expect(shown()).toBe("/fork [messages back]");
    type("2");
    expect(shown()).toBe("/fork 2");
    press("backspace");
    expect(shown()).toBe("/fork [messages back]");
  });

  test("it is cut where the row ends, and is no part of the text", () => {
    const { made, type, text } = composer({});
    type("/fork ");
    expect(made.change(12).composer?.lines).toEqual(["/fork [me…"]);
    expect(made.change(12).composer?.caretColumn).toBe(6);
    expect(text()).toBe("/fork ");
  });
});
