/** Plan mode: nothing but reading, until the user agrees to a plan. */
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { makeCalls } from "./make-calls.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, exists, seen, send, type Story } from "./start.ts";

const plan = call("present_plan", { plan: "# Make it\n\n1. Write made.txt" }, { id: "plan" });
const write = (id: string) => call("write_file", { path: `${id}.txt`, content: "x" }, { id });
const planning = { args: ["--permission-mode", "plan"] };

const resultOf = async ({ server }: Story, request: number, id: string) =>
  resultsIn(await server.nextRequest(request))[id] ?? "";

describe("a plan", () => {
  test("is shown whole; a yes ends plan mode, and changes are asked about", async () => {
    await using story = await begin([[write("early")], [plan], [write("made")], [text("ok then")]], planning);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "1. Write made.txt");
    expect(seen(terminal)).toContain("plan mode ends with a plan that you agree to");
    expect(await resultOf(story, 1, "early")).toContain("plan mode");
    terminal.press("1");
    await asked(terminal, "without asking about each?");
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.press("enter");
    await asked(terminal, "made.txt");
    expect(await resultOf(story, 2, "plan")).toContain("The user is asked about each change");
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await exists(project, "made.txt")).toBeTrue();
    expect(await exists(project, "early.txt")).toBeFalse();
  });

  test("can be agreed to with its changes", async () => {
    await using story = await begin([[plan], [write("made")], [text("ok then")]], planning);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "1. Write made.txt");
    terminal.press("1");
    await asked(terminal, "without asking about each?");
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await exists(project, "made.txt")).toBeTrue();
    expect(seen(terminal)).toContain("accept-edits");
  });

  test("that is declined leaves plan mode on, and the model reads the words", async () => {
    await using story = await begin([[plan], [write("made")], [text("ok then")]], planning);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "1. Write made.txt");
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.type("use json");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(await resultOf(story, 1, "plan")).toContain("use json");
    expect(await resultOf(story, 2, "made")).toContain("plan mode");
    expect(await exists(project, "made.txt")).toBeFalse();
  });
});

test("without a screen the model is told to give the plan as its answer", async () => {
  await using project = await makeProject();
  const { told } = await makeCalls(project, [["present_plan", { plan: "1. x" }]], planning);
  expect(told[0]).toContain("Give the plan as your answer");
});

test("outside of plan mode a plan is not waited for, and the tools are the same to the byte", async () => {
  await using project = await makeProject();
  const outside = await makeCalls(project, [["present_plan", { plan: "1. x" }]], { args: [] });
  const inside = await makeCalls(project, [["present_plan", { plan: "1. x" }]], planning);
  expect(outside.told[0]).toContain("Plan mode is off");
  const toolsOf = (body: string) => /"tools":\[.*?\],"(?=[a-z_]+":)/s.exec(body)?.[0] ?? body;
  expect(toolsOf(outside.lastRequest)).toContain("present_plan");
  expect(toolsOf(outside.lastRequest)).toBe(toolsOf(inside.lastRequest));
});
