/**
 * The rules of secretlint's recommended preset, run on one text at a time.
 *
 * Not by `lintSource` of its core: that leaves some fifty marks in the process's performance timeline with each call,
 * for ever; it obeys `secretlint-disable` in the text, which a stranger may have written; and it can only be awaited,
 * where a message of the user's and live output have to be looked at before they go on.
 */
import { createRequire } from "node:module";
import type * as Preset from "@secretlint/secretlint-rule-preset-recommend";
import type { Hit } from "./own-patterns.ts";

type Creator = (typeof Preset)["creator"];
type Rule = Parameters<Parameters<Creator["create"]>[0]["registerRule"]>[0];
type Context = Parameters<Rule["create"]>[0];
type Report = Parameters<Context["report"]>[0];
type Handler = ReturnType<Rule["create"]>;
type Source = Parameters<NonNullable<Handler["file"]>>[0];

const require = createRequire(import.meta.url);

/** Own patterns hide less of what these find: the password of an address, not all of it. */
const left = /-rule-(?:basicauth|database-connection-string)$/;

/** All that a rule of the preset finds holds so many characters without a blank. */
const leastRun = /\S{16}/;

let handlers: readonly Handler[] | undefined;
let reports: Report[] = [];

/** What the preset finds in a piece of a line. Loads the rules when they are needed for the first time. */
export function presetHits(text: string): Hit[] {
  if (!leastRun.test(text)) return [];
  handlers ??= loadRules();
  reports = [];
  for (const handler of handlers) void handler.file?.(sourceOf(text));
  return reports.flatMap((report) => hitsOf(report, text));
}

/** Loads the rules now, while nobody waits: some 6 ms. */
export function prepareRules(): void {
  handlers ??= loadRules();
}

function loadRules(): readonly Handler[] {
  const preset: typeof Preset = require("@secretlint/secretlint-rule-preset-recommend");
  const found: Handler[] = [];
  preset.creator.create(
    {
      sharedOptions: {},
      registerRule(rule) {
        const { id, type } = rule.meta;
        if (type === "scanner" && !left.test(id)) found.push(rule.create(context, Object.create(null)));
      },
    },
    {},
  );
  return found;
}

const context: Context = {
  sharedOptions: {},
  createTranslator: () => (messageId, data) => ({ message: "", messageId: String(messageId), data }),
  report: (report) => {
    reports.push(report);
  },
  ignore: () => undefined,
};

/** A text without a file: no rule looks for one, or asks where a line begins. */
function sourceOf(content: string): Source {
  const start = { line: 1, column: 0 };
  return {
    content,
    contentType: "text",
    filePath: undefined,
    physicalFilePath: undefined,
    ext: "",
    hasBOM: false,
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    indexToPosition: () => start,
    positionToIndex: () => 0,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start, end: start }),
  };
}

/** Where a finding stands. The range of a rule may be that of the words beside it; what it found is in its data. */
function hitsOf({ message, range }: Report, text: string): Hit[] {
  const name = message.messageId;
  const values = Object.values<unknown>(message.data ?? {}).filter((value) => typeof value === "string");
  return values.flatMap((value) => {
    if (value.length < 8) return [];
    const start = text.startsWith(value, range[0]) ? range[0] : text.indexOf(value, range[0]);
    if (start < 0) return [];
    return { start, end: start + value.length, value, name, kind: "pattern" as const, everywhere: true };
  });
}
