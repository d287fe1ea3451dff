/** A few numbered things to do: by digit, by arrows, and what cannot be done. */
import { describe, expect, test } from "bun:test";
import { type Choice, ChoiceList } from "../../src/hosts/repl/lists/choice-list.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";

const choices: readonly Choice<string>[] = [
  { label: "one", value: "one", whyNot: "it is not there." },
  { label: "two", value: "two", details: ["all about two"] },
  { label: "three", value: "three" },
];

function opened() {
  const told: string[] = [];
  const list = new ChoiceList<string>({
    question: "What?",
    style: plainStyle,
    onChosen: (value) => told.push(value),
    onBack: () => told.push("back"),
  });
  const key = (name: string) => list.onInput({ type: "key", key: pressed(name) });
  const type = (text: string) => list.onInput({ type: "text", text });
  return { list, told, key, type };
}

describe("a list of choices", () => {
  test("begins on the first that can be done, and says more about it", () => {
    const { list } = opened();
    list.offer(choices);
    const { rows, selected, sample = [] } = list.view(40);
    expect(rows).toEqual(["1  one · not possible", "2  two", "3  three"]);
    expect(selected).toBe(1);
    expect(sample.join("\n")).toContain("all about two");
  });

  test("a digit does it at once; that of what cannot be done does nothing, and the reason is shown", () => {
    const { list, told, type } = opened();
    list.offer(choices);
    expect(type("1")).toBe("stay");
    expect(list.view(60).sample?.join("\n")).toContain("Not possible: it is not there.");
    expect(type("9")).toBe("stay");
    expect(told).toEqual([]);
    expect(type("3")).toBe("close");
    expect(told).toEqual(["three"]);
  });

  test("arrows and Enter do it, Esc leads back", () => {
    const { list, told, key } = opened();
    list.offer(choices);
    key("down");
    expect(key("enter")).toBe("close");
    expect(key("escape")).toBe("close");
    expect(told).toEqual(["three", "back"]);
  });

  test("before the choices are here there is nothing to choose, and Esc leads back", () => {
    const { list, told, key, type } = opened();
    expect(list.view(20).rows).toEqual(["…"]);
    expect([key("down"), type("2"), key("enter")]).toEqual(["stay", "stay", "stay"]);
    expect(key("escape")).toBe("close");
    expect(told).toEqual(["back"]);
  });
});
