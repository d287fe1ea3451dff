/** What the demo takes a message for. Keywords and nothing else: it has no language understanding and says so. */

export type DemoIntent =
  /** "How is the demo project started?": for the demo's own tool. */
  | { readonly type: "lookup"; readonly project: string }
  | { readonly type: "uppercase"; readonly text: string }
  | { readonly type: "abilities" }
  | { readonly type: "start" }
  /** `extension` is "" for files of all kinds. */
  | { readonly type: "count"; readonly extension: string }
  | { readonly type: "find"; readonly word: string; readonly path?: string }
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "replace"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly type: "change"; readonly path?: string }
  | { readonly type: "fail" }
  | { readonly type: "run"; readonly command: string }
  | { readonly type: "unknown" };

type Groups = Readonly<Record<string, string | undefined>>;
type Rule = { readonly pattern: RegExp; readonly intent: (groups: Groups) => DemoIntent };

/** The first that fits counts. */
const rules: readonly Rule[] = [
  {
    pattern: /\bdemo project\b.*\b(?:start|run|launch)|\b(?:start|run|launch)\w*\b.*\bdemo project\b/i,
    intent: () => ({ type: "lookup", project: "demo" }),
  },
  {
    pattern: /演示项目.*(?:启动|运行)|(?:启动|运行).*演示项目/,
    intent: () => ({ type: "lookup", project: "demo" }),
  },
  { pattern: /把\s*(?<text>.+?)\s*(?:变成|转成|改成|转换成|转为|变为)\s*大写/, intent: uppercase },
  { pattern: /\bupper-?\s?case\s+(?:the (?:word|text)\s+)?(?<text>.+)/i, intent: uppercase },
  {
    pattern: /\b(?:make|turn|convert|put)\s+(?<text>.+?)\s+(?:in(?:to)?\s+|to\s+)?upper-?\s?case/i,
    intent: uppercase,
  },
  {
    pattern: /\b(?:change|replace)\s+(?<from>.+?)\s+(?:to|with|by|into)\s+(?<to>.+?)\s+in\s+(?<path>\S+)/i,
    intent: replace,
  },
  {
    pattern: /\bin\s+(?<path>\S+),?\s+(?:change|replace)\s+(?<from>.+?)\s+(?:to|with|by|into)\s+(?<to>.+)/i,
    intent: replace,
  },
  {
    pattern:
      /(?:把|将|在)?\s*(?<path>[\w./-]+\.\w+)\s*(?:里面的|里的|中的|里|中)\s*(?:把|将)?\s*(?<from>.+?)\s*(?:改成|改为|替换成|替换为|换成)\s*(?<to>.+)/,
    intent: replace,
  },
  {
    pattern: /\bhow many\s+(?<kind>.*?)\s*files?\b|\bcount\s+(?:the\s+|all\s+)?(?<kind2>.*?)\s*files?\b/i,
    intent: count,
  },
  { pattern: /(?:多少|几)\s*个?\s*(?<kind>.*?)\s*(?:的)?文件/, intent: count },
  {
    pattern: /\bwhat (?:can|do) you do\b|\bhelp\b|\bwho are you\b|^(?:hi|hello|hey)\b/i,
    intent: () => ({ type: "abilities" }),
  },
  {
    pattern: /(?:你|您)(?:能|会|可以)(?:做|干)?(?:什么|啥)|帮助|(?:你|您)是谁|^(?:你|您)好/,
    intent: () => ({ type: "abilities" }),
  },
  { pattern: /\bfail|\brecover|\berror\b|失败|出错|报错/i, intent: () => ({ type: "fail" }) },
  {
    pattern: /\bhow\b.*\b(?:start|run|launch)\w*\b|\bstart\w*\b.*\bproject\b/i,
    intent: () => ({ type: "start" }),
  },
  { pattern: /(?:怎么|怎样|如何|咋).*(?:启动|运行|跑)|启动(?:命令|方式)/, intent: () => ({ type: "start" }) },
  {
    pattern:
      /\b(?:change|edit|modify|update)\s+(?:the\s+)?(?:file\s+)?(?<path>[\w./-]+\.\w+)|(?:修改|编辑|改一下)\s*(?:文件)?\s*(?<path2>[\w./-]+\.\w+)/i,
    intent: ({ path, path2 }) => ({ type: "change", path: path ?? path2 ?? "" }),
  },
  {
    pattern: /\b(?:change|edit|modify|update)\b.*\bfiles?\b|\bsmall change\b|(?:修改|更改|编辑|改).*文件/i,
    intent: () => ({ type: "change" }),
  },
  { pattern: /(?:查找|搜索|寻找|搜一下|找一下|找)\s*(?:单词)?\s*(?<word>.+)/, intent: find },
  {
    pattern:
      /\b(?:find|search(?: for)?|grep(?: for)?|look for|where is)\s+(?:the (?:word|text)\s+)?(?<word>.+)/i,
    intent: find,
  },
  {
    pattern:
      /\b(?:read|show|open|cat)\s+(?:me\s+)?(?:the file\s+)?(?<path>[\w./-]+\.\w+)|(?:读|查看|打开|看看|显示)(?:一下|取)?(?:文件)?\s*(?<path2>[\w./-]+\.\w+)/i,
    intent: ({ path, path2 }) => ({ type: "read", path: path ?? path2 ?? "" }),
  },
  {
    pattern:
      /^(?:please\s+)?(?:run|execute)[:\s]\s*(?!(?:the|this|that|it|my|all|a)\b)(?<command>.+)$|^(?:运行|执行)(?:命令)?[:：\s]*(?<command2>.+)$/i,
    intent: ({ command, command2 }) => ({ type: "run", command: unquoted(command ?? command2) }),
  },
];

/**
 * What a message asks for. Messages that were sent before an answer came stand in one text with an empty line between
 * them; the last one that is understood counts.
 */
export function readIntent(message: string): DemoIntent {
  for (const paragraph of message.split(/\n\s*\n/).toReversed()) {
    const text = paragraph.replaceAll(/\s+/g, " ").trim();
    for (const { pattern, intent } of rules) {
      const match = pattern.exec(text);
      if (match !== null) return intent(match.groups ?? {});
    }
  }
  return { type: "unknown" };
}

function uppercase({ text }: Groups): DemoIntent {
  return { type: "uppercase", text: unquoted(text) };
}

function replace({ path, from, to }: Groups): DemoIntent {
  return { type: "replace", path: unquoted(path), from: unquoted(from), to: unquoted(to) };
}

function count({ kind, kind2 }: Groups): DemoIntent {
  return { type: "count", extension: extensionOf(kind ?? kind2 ?? "") };
}

function find({ word }: Groups): DemoIntent {
  const inFolder =
    /^(?<word>.+?)\s+in\s+(?:the\s+)?(?:folder\s+)?(?<path>[\w.-]*[./][\w./-]*|src|docs|tests?|lib)$/.exec(
      unquoted(word),
    );
  const { word: inner, path } = inFolder?.groups ?? {};
  return inner === undefined || path === undefined
    ? { type: "find", word: unquoted(word) }
    : { type: "find", word: unquoted(inner), path };
}

/** Without quotes around it and without the mark that ends a sentence. */
function unquoted(text = ""): string {
  const bare = text
    .trim()
    .replace(/[?？!！。]+$/, "")
    .replace(/(?<=[\w"'`”])\.$/, "");
  return /^["'`“「](?<inner>.+)["'`”」]$/.exec(bare)?.groups?.["inner"] ?? bare;
}

const extensions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    typescript: "ts",
    javascript: "js",
    python: "py",
    markdown: "md",
    rust: "rs",
    text: "txt",
    shell: "sh",
  }),
);

/** Letters and digits only, so that it can stand in a command. */
function extensionOf(kind: string): string {
  const words = kind.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const named = words.map((word) => extensions.get(word)).find((extension) => extension !== undefined);
  return (
    named ?? words.find((word) => word.length <= 5 && !/^(?:of|the|all|are|in|a|code)$/.test(word)) ?? ""
  );
}
