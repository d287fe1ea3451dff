/** Tools that do nothing but what a log says that they did: nothing is run, nothing is read, nothing is written. */
import type { PermissionPolicy } from "../../permissions/policy.ts";
import type { PermissionMode } from "../../protocol/approval.ts";
import type { Entry, EntryOf } from "../../protocol/entry.ts";
import { toolCallsOf } from "../../protocol/message.ts";
import { coerceArguments } from "../../tools/coerce-arguments.ts";
import type { Registry } from "../../tools/registry.ts";
import { type PreparedCall, type Tool, ToolError } from "../../tools/tool.ts";
import { indexFrom } from "./given-entries.ts";

/** A call of the log, and what came of it. */
type LoggedCall = {
  readonly tool: string;
  /** Its arguments as its tool reads them; several where the user changed them. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly asked: readonly EntryOf<"approval">[];
  /** Asked while it ran. */
  readonly further: readonly EntryOf<"approval">[];
  readonly isStarted: boolean;
  readonly result: EntryOf<"tool_result"> | undefined;
  hasRun: boolean;
};

export type RecordedCalls = {
  readonly tools: Registry;
  readonly policy: PermissionPolicy;
  /** The calls of this answer, at this place of the log, come next. */
  begin(answer: EntryOf<"assistant">, at: number): void;
};

export type RecordedCallsOptions = {
  readonly entries: readonly Entry[];
  /** What the model was offered; only names, schemas and risks are used. */
  readonly tools: Registry;
  /** Resolves when the result of the call with this log id may come: results of calls side by side keep their order. */
  readonly whenDue: (callId: string, signal: AbortSignal) => Promise<void>;
};

export function createRecordedCalls({ entries, tools, whenDue }: RecordedCallsOptions): RecordedCalls {
  let batch: (LoggedCall & { readonly callId: string })[] = [];
  let mode: PermissionMode = "ask";
  const find = (tool: string, key: string) => {
    const same = batch.filter((call) => call.tool === tool && call.keys.includes(key));
    return same.find(({ hasRun }) => !hasRun) ?? same[0];
  };
  const fakes = new Map<string, Tool>();
  const fakeOf = (tool: Tool): Tool => {
    const known = fakes.get(tool.name);
    if (known !== undefined) return known;
    const fake: Tool = {
      name: tool.name,
      description: tool.description,
      risk: tool.risk,
      schema: tool.schema,
      title: (input) => find(tool.name, keyOf(input))?.title ?? "",
      prepare: async (input): Promise<PreparedCall> => {
        const key = keyOf(input);
        const call = find(tool.name, key);
        if (call === undefined) throw new ToolError(notInLog);
        const { result } = call.result ?? {};
        const isRefused = !call.isStarted && call.asked.length === 0 && result?.ok === false;
        if (isRefused && (result.kind === "failed" || result.kind === "timeout"))
          throw new ToolError(result.message, result.kind);
        const preview = call.asked[0]?.preview ?? { type: "text", text: "" };
        return {
          ...preparedOf(call, preview),
          accesses: [{ type: "execute", command: `${tool.name} ${key}`, cwd: "/" }],
          partly: () => preparedOf(call, preview),
        };
      },
    };
    fakes.set(tool.name, fake);
    return fake;
  };
  const preparedOf = (
    call: LoggedCall & { readonly callId: string },
    preview: PreparedCall["preview"],
  ): PreparedCall => ({
    accesses: [],
    preview,
    async run({ signal, ask }) {
      call.hasRun = true;
      for (const further of call.further) await ask?.({ wants: "", preview: further.preview, reasons: [] });
      await whenDue(call.callId, signal);
      return call.result?.result ?? { ok: false, kind: "failed", message: notInLog };
    },
  });
  return {
    tools: {
      find: (name) => {
        const tool = tools.find(name);
        return tool === undefined ? undefined : fakeOf(tool);
      },
      names: () => tools.names(),
      definitions: () => tools.definitions(),
    },
    policy: {
      get mode() {
        return mode;
      },
      setMode: (next) => {
        mode = next;
      },
      remember: () => undefined,
      decide({ tool, accesses }) {
        const [access] = accesses;
        const command = access?.type === "execute" ? access.command : "";
        const call = find(tool, command.slice(tool.length + 1));
        const result = call?.result?.result;
        if (call?.isStarted === false && result?.ok === false && result.kind === "not_allowed")
          return { verdict: "deny", reasons: [result.message.replace(/^Not run: /, "")] };
        // What was declined before is declined again without a question.
        const isDeclined = call?.isStarted === false && result?.ok === false && result.kind === "declined";
        if (call === undefined || (call.asked.length === 0 && !isDeclined))
          return { verdict: "allow", reasons: [] };
        const rule = call.asked.find((entry) => entry.rule !== undefined)?.rule;
        return { verdict: "ask", reasons: [], hint: "", ...(rule === undefined ? {} : { remember: rule }) };
      },
    },
    begin(answer, at) {
      const next = indexFrom(entries, at + 1, ({ type }) => endsStep.has(type));
      const rest = entries.slice(at + 1, next === -1 ? entries.length : next);
      batch = toolCallsOf(answer.parts).map(({ callId, name, argumentsText }) => {
        const about = rest.filter((entry) => "callId" in entry && entry.callId === callId);
        const start = about.findIndex(({ type }) => type === "tool_start");
        const approvals = about.filter((entry) => entry.type === "approval");
        const before = start === -1 ? about : about.slice(0, start);
        const result = about.find((entry) => entry.type === "tool_result");
        const edited = approvals.flatMap(({ answer: said }) =>
          said.type === "edit" ? [said.arguments] : [],
        );
        return {
          callId,
          tool: tools.find(name)?.name ?? name,
          keys: [argumentsText, ...edited].flatMap((text) => keyOfText(text, name, tools) ?? []),
          title: result?.title ?? "",
          asked: approvals.filter((entry) => before.includes(entry)),
          further: approvals.filter((entry) => !before.includes(entry)),
          isStarted: start !== -1,
          result,
          hasRun: false,
        };
      });
    },
  };
}

/** Nobody reads it: the comparison stops at the first entry that has it. */
const notInLog = "unrecorded";

/** With these nothing more comes of the calls of the answer before. */
const endsStep: ReadonlySet<Entry["type"]> = new Set(["assistant", "turn_start", "turn_end"]);

/** Arguments as their tool reads them, whatever the order of their names. */
function keyOf(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** The same from what the model wrote; undefined for what its tool does not take. */
function keyOfText(text: string, name: string, tools: Registry): string | undefined {
  const tool = tools.find(name);
  if (tool === undefined) return undefined;
  try {
    const json: unknown = text.trim() === "" ? {} : JSON.parse(text);
    const parsed = tool.schema.safeParse(json);
    if (parsed.success) return keyOf(parsed.data);
    const seen = tools.definitions().find((one) => one.name === tool.name);
    const read = seen === undefined ? parsed : tool.schema.safeParse(coerceArguments(json, seen.parameters));
    return read.success ? keyOf(read.data) : undefined;
  } catch {
    // A call that is no JSON: the engine says so, without its tool.
    return undefined;
  }
}
