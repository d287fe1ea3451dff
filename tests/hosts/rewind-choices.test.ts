/** What is offered for a message to go back to: what cannot be done says why, and nobody's work is overwritten unasked. */
import { describe, expect, test } from "bun:test";
import type { RestorePlan, RestoreStep } from "../../src/app/restore-files.ts";
import { outsideQuestion } from "../../src/hosts/repl/rewind/outside-changes.ts";
import { choicesFor } from "../../src/hosts/repl/rewind/rewind-choices.ts";
import { turnPreview, turnRow } from "../../src/hosts/repl/rewind/turn-rows.ts";
import { wrapText } from "../../src/terminal/width.ts";
import type { RewindPoint } from "../../src/app/rewind-points.ts";

function step(name: string, action: RestoreStep["action"], changedOutside = false): RestoreStep {
  const path = `/p/${name}`;
  return {
    path,
    name,
    was: { type: "content", path, hash: "x" },
    now: { type: "absent" },
    action,
    changedOutside,
  };
}

const write = { type: "write", kind: "replace" } as const;
const plan = (...steps: RestoreStep[]): RestorePlan => ({ to: "e1", steps, notes: ["Commands ran since."] });

const whyNot = (of: RestorePlan, isFirst = false) =>
  Object.fromEntries(choicesFor(of, { isFirst }).map((choice) => [choice.value, choice.whyNot]));

describe("what can be done", () => {
  test("files, where there is one to bring back; it is counted, and what cannot be is named", () => {
    const some = plan(step("a", write), step("b", { type: "impossible", because: "it is too large" }));
    expect(whyNot(some)).toEqual({});
    const [both] = choicesFor(some, { isFirst: false });
    expect(both?.label).toBe("conversation and files · 1 of 2 files");
    expect(both?.details).toEqual([
      "a  as it was",
      "Cannot be brought back:",
      "b  it is too large",
      "Commands ran since.",
    ]);
  });

  test("with what is to be known of it in ten lines, however many files there are and whatever their names", () => {
    const lost = { type: "impossible", because: "it is too large" } as const;
    const many = ["x".repeat(250), ...Array.from({ length: 3_000 }, (_, at) => `f${at}`)];
    const all = plan(...many.map((name) => step(name, write)), ...many.map((name) => step(name, lost)));
    const lines = choicesFor(all, { isFirst: false })[0]?.details?.flatMap((line) => wrapText(line, 76));
    expect(lines?.length).toBeLessThanOrEqual(10);
    expect(lines).toContain("Commands ran since.");
    expect(lines?.filter((line) => line.startsWith("… and "))).toEqual([
      "… and 2998 more",
      "… and 2998 more",
    ]);
    const far = "y".repeat(250);
    const links = plan(
      ...many.map((name) => ({
        ...step(name, write),
        was: { type: "link", path: name, target: far } as const,
      })),
    );
    const told = choicesFor(links, { isFirst: false })[0]?.details ?? [];
    expect(told.flatMap((line) => wrapText(line, 76)).length).toBeLessThanOrEqual(10);
    const nothing = () => undefined;
    const outside = plan(...many.map((name) => step(name, write, true)));
    const question = outsideQuestion(
      outside,
      many.map((name) => `/p/${name}`),
      nothing,
      nothing,
    );
    expect(question?.choices[0]?.details).toHaveLength(10);
  });

  test("links, which are called so and say where they lead", () => {
    const led = { type: "link", path: "/p/l", target: "../odd\u001b" } as const;
    const both = plan(
      step("a", write),
      { ...step("l", write), was: led, now: { type: "link", target: "b" } },
      { ...step("new", { type: "delete" }), was: { type: "absent", path: "/p/new" }, now: led },
      { ...step("file", write), now: led },
    );
    const [first] = choicesFor(both, { isFirst: false });
    expect(first?.label).toBe("conversation and files · 2 files and 2 links");
    expect(first?.details?.slice(0, 4)).toEqual([
      "a  as it was",
      expect.stringMatching(/^l {2}as it was · a link to \.\.\/odd.*$/),
      "new  goes: a link that came later",
      "file  as it was",
    ]);
    expect(first?.details?.join("")).not.toContain("\u001b");
  });

  test("only the conversation where no file is different, or none is kept, and that says why", () => {
    const same = "no file that rein changed is different from what it was then.";
    expect(whyNot(plan(step("a", { type: "nothing" })))).toMatchObject({
      both: same,
      files: same,
      "one-file": same,
    });
    const lost = plan(
      step("a", { type: "impossible", because: "it was not kept" }),
      step("b", { type: "impossible", because: "it was not kept" }),
    );
    expect(whyNot(lost).both).toBe("a  it was not kept; and 1 more.");
    expect(whyNot(lost).conversation).toBeUndefined();
  });

  test("nothing is summarised before the first message", () => {
    expect(whyNot(plan(), true)["summarise-up-to"]).toContain("nothing stands before");
    expect(whyNot(plan(), false)["summarise-up-to"]).toBeUndefined();
  });
});

describe("files that were changed outside", () => {
  const files = plan(step("mine", write, true), step("ours", write));

  test("are asked about, with no as the first answer", () => {
    const taken: (readonly string[])[] = [];
    const told: string[] = [];
    const ask = () =>
      outsideQuestion(
        files,
        ["/p/mine", "/p/ours"],
        (text) => told.push(text),
        (paths) => taken.push(paths),
      );
    const question = ask();
    expect(question?.question).toBe("Overwrite what was changed outside rein in mine?");
    expect(question?.choices.map(({ value }) => value)).toEqual(["no", "yes", "others"]);
    question?.onChosen("no");
    ask()?.onBack();
    expect(taken).toEqual([]);
    expect(told).toEqual(["Nothing was changed.", "Nothing was changed."]);
    ask()?.onChosen("others");
    ask()?.onChosen("yes");
    expect(taken).toEqual([["/p/ours"], ["/p/mine", "/p/ours"]]);
  });

  test("are no matter where none of them is brought back", () => {
    const nothing = () => undefined;
    expect(outsideQuestion(files, ["/p/ours"], nothing, nothing)).toBeNull();
  });
});

describe("a turn", () => {
  const point: RewindPoint = {
    message: {
      type: "user",
      id: "e1",
      parentId: null,
      at: new Date(0).toISOString(),
      text: "\n fix \u001b[31mthe login\nplease",
      via: "submit",
    },
    before: null,
    back: 1,
    files: [
      { path: "/p/src/a.ts", kind: "modified", lines: { added: 12, removed: 4 } },
      { path: "/p/b.ts", kind: "created", lines: { added: 3, removed: 0 } },
    ],
    notes: [],
  };

  test("is a printable row with its age, its first words and what it changed", () => {
    expect(turnRow(point, 120_000)).toMatch(/^ {2}2m {2}fix .*the login · 2 files \+15 −4$/);
    expect(turnRow(point, 120_000)).not.toContain("\u001b");
  });

  test("is shown with its message and its files", () => {
    const lines = turnPreview(point, "/p");
    expect(lines.slice(1)).toEqual(["> please", "  src/a.ts  changed +12 −4", "  b.ts  new +3 −0"]);
  });

  test.each([
    ["created", "after", "new link"],
    ["deleted", "before", "link deleted"],
    ["modified", "both", "link changed"],
    ["modified", "after", "a link now"],
    ["modified", "before", "a link no more"],
  ] as const)("says of a link that was %s and was one %s: %s", (kind, link, words) => {
    const linked = { ...point, files: [{ path: "/p/l", kind, link }] };
    expect(turnPreview(linked, "/p").at(-1)).toBe(`  l  ${words}`);
    expect(turnRow(linked, 120_000)).toEndWith(" · 1 link");
  });
});
