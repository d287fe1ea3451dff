/** Holds the floors of docs/architecture.md: who may import whom. A wrong import is a red test here. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { dirname, join } from "node:path";
import { makeProject } from "./support/project.ts";

setDefaultTimeout(20_000);

/** Each folder with its floor. A file imports from its own folder and from lower floors. */
const FLOORS = {
  "src/main.ts": 6,
  "src/cli": 6,
  components: 5,
  "src/hosts": 5,
  "src/app": 4,
  "src/engine": 3,
  "src/context": 2,
  "src/transcript": 2,
  "src/extensions": 2,
  "src/providers": 1,
  "src/tools": 1,
  "src/permissions": 1,
  "src/sessions": 1,
  "src/settings": 1,
  "src/secrets": 1,
  "src/workspace": 1,
  "src/process": 1,
  "src/terminal": 1,
  "src/protocol": 0,
  "src/private-files": 0,
  "src/words": 0,
} as const;
type Folder = keyof typeof FLOORS;

/** The only imports between folders of one floor. */
const SIDEWAYS: readonly (readonly [from: Folder, to: Folder])[] = [
  ["src/main.ts", "src/cli"],
  ["src/hosts", "components"], // only hosts/repl, see below
  ["src/tools", "src/workspace"],
  ["src/tools", "src/process"],
  ["src/providers", "src/process"],
  ["src/sessions", "src/workspace"],
];

const FILES_AND_PROCESSES =
  "^(node:)?(fs|child_process|net|http|https|http2|tls|dgram|os|process|cluster|worker_threads|tty|readline)(/|$)|^bun:";
const REACT = packages("react", "ink", "react-reconciler");
const VENDORS = packages("openai", "@anthropic-ai/sdk");

/** What a folder may not import although its floor would allow it. Paths are patterns. */
const BANS: readonly {
  readonly from: string;
  readonly fromNot?: string;
  readonly to: string;
  readonly because: string;
}[] = [
  {
    from: "^components/",
    to: `^src/(?!protocol/|transcript/|terminal/|words/)|${FILES_AND_PROCESSES}`,
    because: "components take props and give keys",
  },
  {
    from: "^src/",
    fromNot: "^src/hosts/repl/",
    to: "^components/",
    because: "only hosts/repl draws components",
  },
  {
    from: "^src/",
    fromNot: "^src/hosts/repl/",
    to: REACT,
    because: "React lives in components and hosts/repl",
  },
  {
    from: "^(src|components)/",
    fromNot: "^src/providers/",
    to: VENDORS,
    because: "vendors live in providers",
  },
  {
    from: "^src/engine/",
    to: `^src/(terminal|workspace|process|settings)/|${FILES_AND_PROCESSES}`,
    because: "the engine is handed the world",
  },
  {
    from: "^src/secrets/",
    to: "^src/(?!secrets/|protocol/|words/)",
    because: "secrets know texts and what stands in the protocol",
  },
  { from: "^(src|components)/", to: "^(tests|bench)/", because: "the product does not need its tests" },
];

const RULES: readonly IForbiddenRuleType[] = [
  ...folders().map((from) => floorRule(from)),
  ...BANS.map(({ from, fromNot, to, because }) => ({
    name: because,
    severity: "error" as const,
    from: { path: from, ...(fromNot === undefined ? {} : { pathNot: fromNot }) },
    to: { path: to },
  })),
  { name: "no import leads back to its file", severity: "error", from: {}, to: { circular: true } },
];

function folders(): Folder[] {
  return Object.keys(FLOORS).filter((name): name is Folder => name in FLOORS);
}

function floorRule(from: Folder): IForbiddenRuleType {
  const allowed = folders().filter(
    (to) => to === from || FLOORS[to] < FLOORS[from] || SIDEWAYS.some(([a, b]) => a === from && b === to),
  );
  return {
    name: `${from}, floor ${FLOORS[from]}, imports from itself and from below`,
    severity: "error",
    from: { path: inside(from) },
    to: { path: "^(src|components)/", pathNot: allowed.map(inside) },
  };
}

function inside(folder: Folder): string {
  return folder.endsWith(".ts") ? `^${folder}$` : `^${folder}/`;
}

/** Matches packages whether they are installed or not. */
function packages(...names: readonly string[]): string {
  return `^(node_modules/)?(${names.join("|")})(/|$)`;
}

async function analyse(root: string): Promise<ICruiseResult> {
  const { output } = await cruise(["src", "components"], {
    baseDir: root,
    parser: "swc", // typescript 7 has no programming interface that dependency-cruiser could use
    tsPreCompilationDeps: true, // an import of a type counts
    doNotFollow: { path: "node_modules" },
    exclude: { path: "package\\.json$" },
    validate: true,
    ruleSet: { forbidden: [...RULES] },
  });
  if (typeof output === "string") throw new Error("dependency-cruiser gave a text, not a result");
  return output;
}

async function violations(root: string): Promise<string[]> {
  const { summary } = await analyse(root);
  return summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`).toSorted();
}

const ROOT = join(import.meta.dir, "..");

test("every file of src and components is on a floor, and the tool sees all of them", async () => {
  const { modules } = await analyse(ROOT);
  const seen = new Set(modules.map((module) => module.source));
  const files = [...new Bun.Glob("{src,components}/**/*.{ts,tsx}").scanSync(ROOT)].filter(
    (name) => !name.endsWith(".d.ts"),
  );
  expect(files.filter((name) => !seen.has(name))).toEqual([]);
  const floors = folders().map((folder) => new RegExp(inside(folder)));
  expect(files.filter((name) => !floors.some((floor) => floor.test(name)))).toEqual([]);
});

test("no file imports from above, from the side, or what its folder must not know", async () => {
  expect(await violations(ROOT)).toEqual([]);
});

test("a forbidden import is found, and an allowed one is not", async () => {
  await using project = await makeProject({
    "package.json": "{}",
    // allowed
    "src/main.ts": 'await import("./cli/run.ts");',
    "src/cli/run.ts": 'import "../hosts/repl/run.tsx";',
    "src/hosts/repl/run.tsx": 'import "../../../components/App.tsx"; import "ink"; import "node:fs";',
    "components/App.tsx":
      'import "react"; import type { A } from "../src/transcript/item.ts"; export const a = <a />;',
    "src/transcript/item.ts": 'import "../terminal/width.ts"; export type A = 1;',
    "src/terminal/width.ts": 'import "../protocol/message.ts";',
    "src/protocol/message.ts": "export type Message = 1;",
    "src/tools/bash.ts": 'import "../process/run.ts"; import "../workspace/file.ts"; export type Tool = 1;',
    "src/process/run.ts": "export {};",
    "src/workspace/file.ts": "export {};",
    "src/providers/provider.ts": 'import "openai"; export type Provider = 1;',
    "src/engine/query-engine.ts":
      'import type { Provider } from "../providers/provider.ts"; export type Engine = 1;',
    // forbidden
    "src/context/above.ts": 'import type { Engine } from "../engine/query-engine.ts";',
    "src/context/later.ts": 'export const later = () => import("../engine/query-engine.ts");',
    "src/process/sideways.ts": 'export * from "../workspace/file.ts";',
    "src/engine/vendor.ts": 'import OpenAI from "openai"; OpenAI;',
    "src/engine/file.ts": 'import { readFileSync } from "node:fs"; readFileSync;',
    "src/engine/screen.ts": 'import "../terminal/width.ts";',
    "components/Reader.tsx": 'import { readFile } from "node:fs/promises"; readFile;',
    "components/Asker.tsx": 'import type { Provider } from "../src/providers/provider.ts";',
    "src/hosts/print.ts": 'import "../../components/App.tsx";',
    "src/terminal/react.ts": 'import { useState } from "react"; useState;',
    "src/protocol/a.ts": 'import "./b.ts";',
    "src/protocol/b.ts": 'import type { C } from "./a.ts";',
  });
  const found = await violations(project.folder);
  expect([...new Set(found.map((violation) => violation.split(":")[0]))]).toEqual([
    "components/Asker.tsx → src/providers/provider.ts",
    "components/Reader.tsx → fs/promises",
    "src/context/above.ts → src/engine/query-engine.ts",
    "src/context/later.ts → src/engine/query-engine.ts",
    "src/engine/file.ts → fs",
    "src/engine/screen.ts → src/terminal/width.ts",
    "src/engine/vendor.ts → openai",
    "src/hosts/print.ts → components/App.tsx",
    "src/process/sideways.ts → src/workspace/file.ts",
    "src/protocol/a.ts → src/protocol/b.ts",
    "src/terminal/react.ts → react",
  ]);
});

test("processes begin in src/process alone", async () => {
  const files = [...new Bun.Glob("{src,components}/**/*.{ts,tsx}").scanSync(ROOT)];
  const starts = /\bBun\.(spawn|spawnSync|\$)|from "(node:)?child_process"/;
  const found = await Promise.all(
    files.map(async (file) => starts.test(await Bun.file(join(ROOT, file)).text()) && dirname(file)),
  );
  expect(
    [...new Set(found)].filter((folder) => folder !== false && !/^src\/process(\/|$)/.test(folder)),
  ).toEqual([]);
  expect(found).toContain("src/process");
});
