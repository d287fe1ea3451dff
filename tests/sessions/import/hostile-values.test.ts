/** Values that no program writes, and somebody might: they become nothing that rein trips over. */
import { expect, test } from "bun:test";
import { modelName } from "../../../src/sessions/import/model-names.ts";
import { claudeUser, lines } from "./fixtures.ts";
import { entriesIn, read } from "./told.ts";

test("names that every object has are names like any other", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
    expect(modelName(name, "m")).toBe(`${name.toLowerCase()}/m`);
  const facts = '{"sessionId":"s","projectHash":"h","__proto__":{"summary":"not said","kind":"subagent"}}';
  expect(read("gemini-cli", facts)).toMatchObject({ id: "s", title: null, isHelper: false });
});

test("ids, branches and folders that are none are left out, and a title is one line that is not long", () => {
  const long = "x".repeat(10_000);
  const strange = { sessionId: `a\n${long}`, gitBranch: `\u001b[2J${long}`, cwd: `/${long}` };
  const transcript = read(
    "claude-code",
    lines(
      { ...claudeUser("u1", null, "hi"), ...strange },
      {
        type: "custom-title",
        customTitle: `one\ntwo ${long}`,
      },
    ),
  );
  expect(transcript).toMatchObject({ id: "", gitBranch: null, cwd: null });
  const title = entriesIn(transcript).find((entry) => entry.type === "title");
  expect(title?.title).toMatch(/^one two/);
  expect(title?.title.length).toBeLessThanOrEqual(200);
});

test("a cycle of parents, and an id that stands twice, end", () => {
  const transcript = read(
    "claude-code",
    lines(claudeUser("a", "b", "one"), claudeUser("b", "a", "two"), claudeUser("b", "b", "three")),
  );
  expect(entriesIn(transcript).length).toBeGreaterThan(0);
});

test("a picture that is none, and a file of another kind, are named and not spelt out", () => {
  const block = (type: string, media_type: string) => ({
    type,
    source: { type: "base64", media_type, data: "%".repeat(100_000) },
  });
  const content = [block("image", "image/png"), block("document", "application/pdf")];
  const [entry] = entriesIn(read("claude-code", lines(claudeUser("u1", null, content))));
  const text = entry?.type === "user" ? entry.text : "";
  expect(text).toMatch(/^\[image: .*image\/png.*\]\n\[document: .*application\/pdf.*\]$/);
  expect(text.length).toBeLessThan(2_000);
});
