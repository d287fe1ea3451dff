/** The sentences of the program's sources: those that are said through the catalogue, and those that are not. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { countKey, sentenceKey } from "../../src/words/say.ts";

export type Sentence = { readonly file: string; readonly text: string };

export type Sentences = {
  /** Keys of the catalogue, as the sources use them. */
  readonly said: readonly Sentence[];
  /** Literals of two words or more that do not go through the catalogue. */
  readonly bare: readonly Sentence[];
};

const root = join(import.meta.dir, "../..");

/** The source files of the product, from its root. */
export function sourceFiles(): string[] {
  return ["src", "components"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

/** Reads one source file. Throws where it uses the catalogue in a way that no key can be told from. */
export function sentencesOf(file: string): Sentences {
  const said: Sentence[] = [];
  const bare: Sentence[] = [];
  const source = readFileSync(join(root, file), "utf8");
  const tree = parseSync(source, { syntax: "typescript", tsx: file.endsWith(".tsx"), target: "es2022" });
  visit(tree.body, { file, said, bare });
  return { said, bare };
}

type Found = { readonly file: string; readonly said: Sentence[]; readonly bare: Sentence[] };

function visit(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, found);
    return;
  }
  // What stands in a list or a call, and the body of a method, is wrapped in an object without a type.
  if (!isNode(node)) {
    if (isObject(node)) visit(Object.values(node), found);
    return;
  }
  const text = textOf(node);
  if (text !== null) {
    if (isSentence(text)) found.bare.push({ file: found.file, text });
    for (const value of listOf(node["expressions"])) visit(value, found);
    return;
  }
  switch (node.type) {
    case "TaggedTemplateExpression":
      visitTagged(node, found);
      return;
    case "CallExpression":
      visitCall(node, found);
      return;
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "TsLiteralType":
      return;
    default:
      for (const [name, value] of Object.entries(node)) if (name !== "span") visit(value, found);
  }
}

function visitTagged(node: Node, found: Found): void {
  const { tag, template } = node;
  if (!isNode(template)) throw new Error(`${found.file}: a tagged template without a template`);
  if (isNode(tag) && tag["value"] === "say") {
    found.said.push({ file: found.file, text: sentenceKey(partsOf(template)) });
  }
  visit(template["expressions"], found);
}

function visitCall(node: Node, found: Found): void {
  const { callee } = node;
  const values = listOf(node["arguments"]).map((one) => (isObject(one) ? one["expression"] : one));
  if (isNode(callee) && callee["value"] === "sayCount") {
    const [count, one, many] = values;
    found.said.push({ file: found.file, text: countKey(manyOf(found.file, one, many)) });
    visit(count, found);
    return;
  }
  visit(callee, found);
  // `import("…")`: the name of a module.
  if (!isNode(callee) || callee.type !== "Import") visit(values, found);
}

function manyOf(file: string, one: unknown, many: unknown): string {
  const [singular, plural] = [one, many].map((noun) => (isNode(noun) ? textOf(noun) : null));
  if (typeof plural === "string") return plural;
  if (many !== undefined || typeof singular !== "string") {
    throw new Error(`${file}: sayCount takes its nouns as they are, so that the catalogue can have them`);
  }
  return `${singular}s`;
}

/** The text of a literal, its values as `{0}`; null for any other node. */
function textOf(node: Node): string | null {
  if (node.type === "StringLiteral" || node.type === "JSXText") return String(node["value"]);
  return node.type === "TemplateLiteral" ? sentenceKey(partsOf(node)) : null;
}

function partsOf(template: Node): string[] {
  return listOf(template["quasis"]).map((part) => (isNode(part) ? String(part["cooked"]) : ""));
}

/** Two words side by side, or a word beside a value. */
function isSentence(text: string): boolean {
  return /\p{L}{2,}[,.:;]? (?:\p{L}{2,}|\{\d)|\{\d+\} \p{L}{2,}/u.test(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

type Node = { readonly type: string; readonly [name: string]: unknown };

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value["type"] === "string";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
