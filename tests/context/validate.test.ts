import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type {
  AssistantPart,
  ModelMessage,
  ModelRequest,
  ToolMessageResult,
} from "../../src/protocol/message.ts";
import { anyBranch, anyRequest, models } from "./random-history.ts";
import { brokenRules, roles } from "./request-rules.ts";

const [model, otherModel] = models;

const user = (text: string): ModelMessage => ({ role: "user", text });
const says = (...parts: AssistantPart[]): ModelMessage => ({ role: "assistant", model, parts });
const text = (words: string): AssistantPart => ({ type: "text", text: words });
const call = (callId: string, argumentsText = "{}"): AssistantPart => ({
  type: "tool_call",
  callId,
  name: "bash",
  argumentsText,
});
const result = (callId: string, words = `did ${callId}`): ToolMessageResult => ({
  callId,
  name: "bash",
  text: words,
  isError: false,
});
const results = (...list: ToolMessageResult[]): ModelMessage => ({ role: "tool", results: list });
const request = (...messages: ModelMessage[]): ModelRequest => ({ system: "be good", messages, tools: [] });
const repaired = (...messages: ModelMessage[]) => validateRequest(request(...messages), { model });

/** Every line that the user or the model said. */
function linesSaid(messages: readonly ModelMessage[]): string[] {
  return messages
    .flatMap((message) => {
      if (message.role === "user") return [message.text];
      if (message.role === "tool") return [];
      return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    })
    .flatMap((words) => words.toWellFormed().split(/\n+/));
}

describe("whatever the history holds", () => {
  test("a request that passed breaks no rule", () => {
    fc.assert(
      fc.property(anyRequest, fc.constantFrom(...models), (broken, model) => {
        expect(brokenRules(validateRequest(broken, { model }).request, model)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the request of any branch, to any model, breaks no rule", () => {
    fc.assert(
      fc.property(anyBranch, fc.constantFrom(...models), (entries, model) => {
        const built = buildRequest({ entries, system: "s", tools: [], model });
        expect(brokenRules(validateRequest(built, { model }).request, model)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a second pass finds nothing and changes nothing", () => {
    fc.assert(
      fc.property(anyRequest, fc.constantFrom(...models), (broken, model) => {
        const once = validateRequest(broken, { model }).request;
        const twice = validateRequest(once, { model });
        expect(twice.repairs).toEqual([]);
        expect(twice.request).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a request is repaired when it breaks a rule, and else passes as it is", () => {
    fc.assert(
      fc.property(anyRequest, fc.constantFrom(...models), (any, model) => {
        const { request, repairs } = validateRequest(any, { model });
        const isValid = brokenRules(any, model).length === 0;
        expect(repairs.length === 0).toBe(isValid);
        if (isValid) expect(request).toBe(any);
      }),
      { numRuns: 3_000 },
    );
  });

  test("no text that the user or the model said is changed or invented, except for half characters", () => {
    fc.assert(
      fc.property(anyRequest, (any) => {
        const before = new Set(linesSaid(any.messages));
        for (const words of linesSaid(validateRequest(any, { model }).request.messages)) {
          expect(before.has(words)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a request that is valid", () => {
  test("passes byte for byte", () => {
    const valid = request(
      user("do it"),
      says({ type: "reasoning", text: "hm", opaque: { signature: "x" } }, text("yes"), call("a"), call("b")),
      results(result("a"), result("b")),
      says(text("done")),
      user("thanks"),
    );
    const before = JSON.stringify(valid);
    const { request: after, repairs } = validateRequest(valid, { model });
    expect(repairs).toEqual([]);
    expect(after).toBe(valid);
    expect(JSON.stringify(after)).toBe(before);
  });
});

describe("calls and results", () => {
  test("a call without a result gets an interrupted one", () => {
    const { request, repairs } = repaired(
      user("go"),
      says(call("a"), call("b")),
      results(result("b")),
      user("and?"),
    );
    expect(roles(request.messages)).toBe("user assistant tool user");
    expect(request.messages[2]).toEqual(
      results(
        { callId: "a", name: "bash", text: "Interrupted: this call has no result.", isError: true },
        result("b"),
      ),
    );
    expect(repairs).toContain("added an interrupted result (a)");
  });

  test("results come in the order of the calls, in one message, directly behind them", () => {
    const { request } = repaired(
      user("go"),
      says(call("a"), call("b")),
      results(result("b")),
      user("hurry"),
      results(result("a")),
    );
    expect(request.messages).toEqual([
      user("go"),
      says(call("a"), call("b")),
      results(result("a"), result("b")),
      user("hurry"),
    ]);
  });

  test("results without a call and second results are left out, also when they are the same object", () => {
    const once = result("a");
    const { request, repairs } = repaired(
      user("go"),
      results(result("lost")),
      says(call("a")),
      results(once),
      results(once, result("z")),
    );
    expect(request.messages).toEqual([user("go"), says(call("a")), results(once)]);
    expect(repairs).toEqual(["left out 3 results without a call"]);
  });

  test("ids that a server uses again stay with their own results", () => {
    const { request } = repaired(
      user("go"),
      says(call("call_0")),
      results(result("call_0", "first")),
      says(call("call_0")),
      results(result("call_0", "second")),
    );
    expect(request.messages.slice(3)).toEqual([
      says(call("call_0_2")),
      results(result("call_0_2", "second")),
    ]);
    expect(request.messages[2]).toEqual(results(result("call_0", "first")));
  });

  test("arguments that are no JSON object become an empty one in the history", () => {
    for (const bad of ["", "{", "[1]", "null", "7", "\ud83d"]) {
      const { request } = repaired(user("go"), says(call("a", bad)), results(result("a")));
      expect(request.messages[1]).toEqual(says(call("a", "{}")));
    }
  });

  test("good arguments stay as the model wrote them, spaces and all", () => {
    const written = ' { "path" : "a\\ud83d\\ude00b" } ';
    expect(repaired(user("go"), says(call("a", written)), results(result("a"))).repairs).toEqual([]);
  });

  test("arguments that are nested deeper than JSON readers go become an empty object", () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const { request } = repaired(
      user("go"),
      says(call("a", nested(100_000)), call("b", nested(50))),
      results(result("a"), result("b")),
    );
    expect(request.messages[1]).toEqual(says(call("a", "{}"), call("b", nested(50))));
  });

  test("half an emoji that hides in the arguments as an escape is found", () => {
    const { request } = repaired(user("go"), says(call("a", '{"text":"\\ud83d"}')), results(result("a")));
    expect(request.messages[1]).toEqual(says(call("a", '{"text":"\uFFFD"}')));
  });
});

describe("blank and broken text", () => {
  test("blank parts and the answers that they leave empty are left out", () => {
    const { request } = repaired(
      user("one"),
      says(text(" \n")),
      user("two"),
      says(text(""), text("ok")),
      user("three"),
    );
    expect(request.messages).toEqual([user("one\n\ntwo"), says(text("ok")), user("three")]);
  });

  test("a blank message of the user is left out", () => {
    expect(repaired(user("one"), says(text("ok")), user("  "), user("two")).request.messages).toEqual([
      user("one"),
      says(text("ok")),
      user("two"),
    ]);
  });

  test("messages of the user that follow each other are joined", () => {
    expect(repaired(user("one"), user("two"), user("three")).request.messages).toEqual([
      user("one\n\ntwo\n\nthree"),
    ]);
  });

  test("answers that follow each other are joined", () => {
    const { request } = repaired(
      user("go"),
      says(text("a")),
      says(text("b"), call("x")),
      results(result("x")),
    );
    expect(request.messages[1]).toEqual(says(text("a"), text("b"), call("x")));
  });

  test("half an emoji becomes a replacement character everywhere", () => {
    const { request } = validateRequest(
      {
        system: "s\ud83d",
        messages: [user("u\ud83d"), says(text("t\ud83d"), call("a")), results(result("a", "r\ud83d"))],
        tools: [{ name: "t", description: "d\ud83d", parameters: { title: "p\ud83d" } }],
      },
      { model },
    );
    expect(request.system).toBe("s\uFFFD");
    expect(request.messages).toEqual([
      user("u\uFFFD"),
      says(text("t\uFFFD"), call("a")),
      results(result("a", "r\uFFFD")),
    ]);
    expect(request.tools).toEqual([{ name: "t", description: "d\uFFFD", parameters: { title: "p\uFFFD" } }]);
  });

  test("an empty result says that it is empty", () => {
    expect(repaired(user("go"), says(call("a")), results(result("a", ""))).request.messages[2]).toEqual(
      results(result("a", "(no output)")),
    );
  });
});

describe("reasoning", () => {
  const signed: AssistantPart = { type: "reasoning", text: "", opaque: "signature" };

  test("goes back to its own model exactly as it came", () => {
    expect(repaired(user("go"), says(signed, text("ok")), user("on")).repairs).toEqual([]);
  });

  test("goes to no other model", () => {
    const history = request(user("go"), says(signed, text("ok")), user("on"));
    const { request: other } = validateRequest(history, { model: otherModel });
    expect(other.messages[1]).toEqual(says(text("ok")));
  });

  test("alone is no answer", () => {
    expect(repaired(user("go"), says(signed), user("on")).request.messages).toEqual([user("go\n\non")]);
  });

  test("that is signed over half a character is left out, because it cannot be sent unchanged", () => {
    const broken: AssistantPart = { type: "reasoning", text: "\ud83d", opaque: "signature" };
    expect(repaired(user("go"), says(broken, text("ok")), user("on")).request.messages[1]).toEqual(
      says(text("ok")),
    );
  });
});

describe("beginning and end", () => {
  test("what stands before the user's first message is left out", () => {
    const { request } = repaired(says(call("a")), results(result("a")), user("go"));
    expect(request.messages).toEqual([user("go")]);
  });

  test("an answer at the end is left out: the model would only continue it", () => {
    expect(repaired(user("go"), says(text("done"))).request.messages).toEqual([user("go")]);
  });

  test("without anything from the user nothing can be sent, and that is said", () => {
    const { request, repairs } = repaired(says(text("hello")), user(" "));
    expect(request.messages).toEqual([]);
    expect(repairs).not.toEqual([]);
  });
});
