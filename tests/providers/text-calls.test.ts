import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { findTextCalls, withoutTextCalls } from "../../src/providers/text-calls.ts";

const offered = ["read_file", "bash"];
const found = (text: string) =>
  findTextCalls(text, offered).map(({ name, argumentsText }) => [name, argumentsText]);

describe("a call that is written", () => {
  test.each([
    ["by Qwen and Hermes", '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>'],
    [
      "with its arguments as a string",
      '<tool_call>{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}</tool_call>',
    ],
    ["with the closing mark cut off", '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}'],
    [
      "by Qwen Coder",
      "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>",
    ],
    ["without the outer mark", "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>"],
    ["by Llama", '<function=bash>{"command": "ls"}</function>'],
    ["by GLM", "<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>"],
    [
      "by MiniMax",
      '<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
    [
      "by Kimi",
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      "by DeepSeek",
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      "by an older DeepSeek",
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n{"command": "ls"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      "by a newer DeepSeek",
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">ls</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    ],
    ["by Mistral", '[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}]'],
    ["by a newer Mistral", '[TOOL_CALLS]bash[ARGS]{"command": "ls"}'],
    ["in tags of the tool's name", "<bash>\n<command>ls</command>\n</bash>"],
    ["as JSON alone", '{"name": "bash", "parameters": {"command": "ls"}}'],
    [
      "as OpenAI's JSON",
      '[{"id":"1","type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]',
    ],
    [
      "in the code block at the end",
      'First:\n\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\n',
    ],
    [
      "in a code block with marks, at the end",
      '```xml\n<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>\n```',
    ],
  ])("%s is recognised", (_, text) => {
    const calls = findTextCalls(text, offered);
    expect(calls.map(({ name, argumentsText }) => [name, JSON.parse(argumentsText)])).toEqual([
      ["bash", { command: "ls" }],
    ]);
    expect(withoutTextCalls(text, calls)).toBe(
      text.startsWith("First:") ? "First:" : text.startsWith("```xml") ? "```xml\n\n```" : "",
    );
  });

  test("with others is found in order, and what stands around them stays", () => {
    const text =
      'Both.\n<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>\n<tool_call>{"name":"bash","arguments":{}}</tool_call>\nDone.';
    const calls = findTextCalls(text, offered);
    expect(calls.map(({ name }) => name)).toEqual(["read_file", "bash"]);
    expect(withoutTextCalls(text, calls)).toBe("Both.\n\n\nDone.");
  });

  test("inside the arguments of another is an argument", () => {
    const content = '<tool_call>{"name":"bash","arguments":{}}</tool_call>';
    const text = `<read_file>\n<path>${content}</path>\n</read_file>`;
    expect(found(text)).toEqual([["read_file", JSON.stringify({ path: content })]]);
  });

  test("with broken arguments is found and they stay as they are", () => {
    const broken = '{"name": "bash", "arguments": {"command": "l';
    expect(found(`<tool_call>${broken}`)).toEqual([["bash", broken]]);
  });
});

describe("what is no call", () => {
  test.each([
    ["a tool that was not offered", '<tool_call>{"name":"rm","arguments":{}}</tool_call>'],
    [
      "an example in a code block",
      'A call:\n```\n<tool_call>{"name":"bash","arguments":{}}</tool_call>\n```\nSee?',
    ],
    ["an example of JSON", 'A call:\n```json\n{"name":"bash","arguments":{}}\n```\nSee?'],
    ["an example in backticks", 'Say `<tool_call>{"name":"bash","arguments":{}}</tool_call>` for that.'],
    ["JSON that is about something else", '{"name":"bash","version":"5.2"}'],
    ["JSON with more in it", '{"name":"bash","arguments":{},"why":"because"}'],
    ["a tag with prose in it", "<bash>is a shell</bash>"],
    ["prose", "I would call bash with ls, or read_file."],
    ["a code block that a person would run", "```bash\nls\n```"],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test("anything where no tool was offered", () => {
    expect(findTextCalls('<tool_call>{"name":"bash","arguments":{}}</tool_call>', [])).toEqual([]);
  });
});

test("whatever a model writes, only offered tools are found, at places of the text that do not overlap", () => {
  const mark = fc.constantFrom(
    "<tool_call>",
    "</tool_call>",
    "<function=bash>",
    "</function>",
    '<invoke name="bash">',
    "</invoke>",
    "<parameter=a>",
    "</parameter>",
    "<bash>",
    "</bash>",
    "<a>",
    "</a>",
    "```json\n",
    "\n```\n",
    "[TOOL_CALLS]",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁sep｜>",
    "<|tool_call_begin|>",
    "<|tool_call_argument_begin|>",
    '{"name":"bash","arguments":{"a":1}}',
    '{"name":"other","arguments":{}}',
    "bash",
    "`",
    "\n",
  );
  const text = fc.array(fc.oneof(mark, fc.string()), { maxLength: 12 }).map((all) => all.join(""));
  fc.assert(
    fc.property(text, (text) => {
      const calls = findTextCalls(text, offered);
      let last = { start: 0, end: 0 };
      for (const call of calls) {
        expect(offered).toContain(call.name);
        const samePlace = call.start === last.start && call.end === last.end;
        expect(samePlace || call.start >= last.end).toBeTrue();
        expect(call.end <= text.length).toBeTrue();
        last = call;
      }
      const rest = withoutTextCalls(text, calls);
      expect(rest.length <= text.length).toBeTrue();
      if (calls.length === 0) expect(rest).toBe(text);
    }),
  );
});
