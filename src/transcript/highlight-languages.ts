/** The languages that code is coloured in, by the names that fences give them. Each is loaded when it first appears. */
import { createRequire } from "node:module";

/** What highlight.js is in the middle of at the end of a code. It does not promise that: what is not there is not used. */
export type Mode = { readonly parent?: Mode };

/** What is used of highlight.js. Its own types bring those of a browser with them, for the whole program. */
export type Highlighter = {
  /** The code as HTML of `span` elements. `illegal`: it is no such code, and its HTML has none. */
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string; readonly illegal: boolean; readonly _top?: Mode };
  getLanguage(name: string): unknown;
  registerLanguage(name: string, language: unknown): void;
};

/** Each by the name of its file, with the other names that fences use for it. */
const languages: Readonly<Record<string, string>> = {
  bash: "sh zsh ksh",
  c: "h",
  clojure: "clj cljs",
  cmake: "",
  cpp: "c++ cc cxx hpp hh",
  csharp: "cs c#",
  css: "",
  dart: "",
  dockerfile: "docker containerfile",
  dos: "bat cmd batch",
  elixir: "ex exs",
  elm: "",
  erlang: "erl",
  fsharp: "fs f#",
  go: "golang",
  gradle: "",
  graphql: "gql",
  groovy: "",
  haskell: "hs",
  http: "",
  ini: "toml conf cfg",
  java: "",
  javascript: "js jsx mjs cjs",
  json: "jsonc json5 jsonl",
  julia: "jl",
  kotlin: "kt kts",
  latex: "tex",
  less: "",
  lisp: "elisp",
  lua: "",
  makefile: "make mk",
  markdown: "md mdx",
  nginx: "",
  nim: "",
  nix: "",
  objectivec: "objc obj-c mm",
  ocaml: "ml",
  perl: "pl pm",
  php: "",
  powershell: "ps1 pwsh ps",
  properties: "env dotenv",
  protobuf: "proto",
  python: "py python3 pyi",
  r: "",
  ruby: "rb",
  rust: "rs",
  scala: "",
  scheme: "",
  scss: "sass",
  shell: "console shellsession sh-session",
  sql: "postgresql mysql sqlite",
  swift: "",
  typescript: "ts tsx mts cts",
  vim: "viml",
  wasm: "wat",
  xml: "html xhtml svg vue svelte plist",
  yaml: "yml",
};

/** What stands inside them in another language. */
const embedded: Readonly<Record<string, readonly string[]>> = {
  dockerfile: ["bash"],
  markdown: ["xml"],
  php: ["xml"],
  shell: ["bash"],
  xml: ["css", "javascript"],
};

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(languages).flatMap(([language, others]) =>
    [language, ...others.split(" ").filter((name) => name !== "")].map((name): [string, string] => [
      name,
      language,
    ]),
  ),
);

/** The language that a fence names, as `ts`, `{.python}` or `js,ignore`; null for one that is not known. */
export function languageOf(info: string): string | null {
  const [, name = ""] = /^[{.]*([\w+#-]+)/.exec(info.toLowerCase()) ?? [];
  return byName.get(name) ?? null;
}

// A synchronous import: what is printed must not depend on how fast a file was read.
const load: (name: string) => unknown = createRequire(import.meta.url);
let core: Highlighter | undefined;

/** The highlighter, with this language of `languageOf` in it. */
export function highlighterFor(language: string): Highlighter {
  const highlighter = (core ??= loadCore());
  for (const name of [language, ...(embedded[language] ?? [])]) {
    if (highlighter.getLanguage(name) !== undefined) continue;
    highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));
  }
  return highlighter;
}

function loadCore(): Highlighter {
  const loaded = load("highlight.js/lib/core");
  if (!isHighlighter(loaded))
    throw new Error("highlight.js is not what it was: it has no function to highlight.");
  return loaded;
}

function isHighlighter(loaded: unknown): loaded is Highlighter {
  return (
    typeof loaded === "object" && loaded !== null && "highlight" in loaded && "registerLanguage" in loaded
  );
}

/** Every language there is a name for. */
export const knownLanguages: readonly string[] = Object.keys(languages);
