/** The page: what anybody said is text in it and nothing else, whatever it was. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { htmlWriter } from "../../../src/transcript/export/html.ts";
import { markdownHtml } from "../../../src/transcript/export/html-markdown.ts";
import { assistant, log, says, turnStart, user } from "../log.ts";
import { documentOf, entriesSaying, written } from "./saying.ts";

type Element = { readonly tag: string; readonly attributes: readonly (readonly [string, string])[] };
type Page = {
  readonly elements: readonly Element[];
  readonly comments: number;
  readonly inside: Readonly<Record<string, string>>;
};

/** What a parser of HTML makes of a page. */
async function parsed(html: string): Promise<Page> {
  const elements: Element[] = [];
  const inside: Record<string, string> = { script: "", style: "", title: "" };
  let comments = 0;
  const rewriter = new HTMLRewriter()
    .on("*", {
      element({ tagName: tag, attributes }) {
        elements.push({
          tag,
          attributes: [...attributes].map(([name, value]) => [name, value] as const),
        });
      },
    })
    .onDocument({
      comments() {
        comments += 1;
      },
    });
  for (const tag of Object.keys(inside))
    rewriter.on(tag, {
      text({ text }) {
        inside[tag] += text;
      },
    });
  await rewriter.transform(new Response(html)).text();
  return { elements, comments, inside };
}

const page = (text: string) => written(htmlWriter, documentOf(entriesSaying(text)));

const hostile = [
  "</script><script>alert(1)</script>",
  "</style><img src=x onerror=alert(1)>",
  "<!-- --><svg onload=alert(1)>",
  "]]><iframe src=//evil.example>",
  "[click](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](file:///etc/passwd)",
  "[x]: javascript:alert(1)\n\n[x] ![x]",
  "![pixel](https://evil.example/p.png) ![](javascript:alert(1))",
  '[a](https://e.example/"onmouseover="alert(1)) <https://e.example/"x>',
  "<javascript:alert(1)> <a@b.example>",
  "`<img>` ```\n<b>\n```",
  "| <i> | b |\n|--|--|\n| `</td>` | &lt;script&gt; |",
  "\u202Eevil\u202C \0 \u001B[31m \u2028 \ud800",
  "&#60;script&#62; &lt;script&gt; &#x3c;img src=x&#x3e;",
  '" onfocus=alert(1) autofocus x="',
  "' onfocus='x",
  "> - 1. # <h1>",
];
const anyHostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("\n", "\n\n", "    ", "```html\n", "```ts\n"),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

/** The elements that the page may be made of, with the attributes that they may have. */
const allowed: Readonly<Record<string, string>> = {
  html: "lang",
  head: "",
  meta: "charset http-equiv content name",
  title: "",
  style: "",
  script: "",
  body: "",
  header: "",
  main: "",
  footer: "",
  form: "id role hidden data-none data-of",
  input: "id type autocomplete spellcheck placeholder aria-label",
  button: "type id title aria-label",
  output: "id aria-live",
  small: "",
  article: "class id",
  details: "",
  summary: "dir",
  div: "class dir",
  span: "class",
  p: "class dir",
  pre: "dir tabindex",
  code: "",
  a: "class href aria-label rel target",
  img: "src alt decoding",
  figure: "",
  figcaption: "",
  dl: "",
  dt: "",
  dd: "dir",
  ul: "",
  ol: "start",
  li: "dir",
  table: "",
  thead: "",
  tbody: "",
  tr: "",
  th: "class dir",
  td: "class dir",
  blockquote: "",
  b: "",
  strong: "",
  em: "",
  del: "",
  br: "",
  hr: "",
  h1: "dir",
  h2: "",
  h3: "dir",
  h4: "dir",
  h5: "dir",
  h6: "dir",
};

function faultsOf({ elements, comments }: Page): string[] {
  const faults = comments === 0 ? [] : [`${comments} comments`];
  for (const { tag, attributes } of elements) {
    const known = allowed[tag]?.split(" ");
    if (known === undefined) faults.push(`<${tag}>`);
    for (const [name, value] of attributes) {
      if (known?.includes(name) !== true) faults.push(`<${tag} ${name}=${value}>`);
      if (name === "href" && !/^(?:https?:\/\/|#m\d+$)/.test(value)) faults.push(`href ${value}`);
      if (name === "src" && !/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(value))
        faults.push(`src ${value}`);
    }
  }
  for (const tag of ["script", "style", "html", "body", "main", "form", "title"])
    if (elements.filter((element) => element.tag === tag).length !== 1) faults.push(`not one <${tag}>`);
  return faults;
}

const plain = await parsed(page("plain"));

describe("a page", () => {
  test("is made of our own elements, and has one script and one style: those that its policy names", async () => {
    expect(faultsOf(plain)).toEqual([]);
    const policy = plain.elements
      .flatMap(({ attributes }) => attributes)
      .find(([, value]) => value.startsWith("default-src"))?.[1];
    const hash = (text = "") => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
    expect(policy).toStartWith("default-src 'none'; ");
    expect(policy).toContain(`script-src ${hash(plain.inside["script"])};`);
    expect(policy).toContain(`style-src ${hash(plain.inside["style"])};`);
    expect(policy).not.toContain("unsafe");
  });

  test.each(hostile)("holds %j as text", async (text) => {
    const found = await parsed(page(text));
    expect(faultsOf(found)).toEqual([]);
    expect(found.inside["script"]).toBe(plain.inside["script"] ?? "");
    expect(found.inside["style"]).toBe(plain.inside["style"] ?? "");
  });

  test("holds any mixture of such texts as text", async () => {
    await fc.assert(
      fc.asyncProperty(anyHostile, async (text) => {
        const html = page(text);
        const found = await parsed(html);
        expect(faultsOf(found)).toEqual([]);
        expect(found.inside["script"]).toBe(plain.inside["script"] ?? "");
        // Nothing that steers a terminal or turns the reading direction is left.
        expect(html).not.toMatch(/(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
      }),
      { numRuns: 60 },
    );
  });

  test("has every word that was said, each call and each picture", async () => {
    const html = page("needle");
    const { elements } = await parsed(html);
    expect(elements.filter(({ tag }) => tag === "article")).toHaveLength(13);
    expect(elements.filter(({ tag }) => tag === "img")).toHaveLength(2);
    expect(html).toContain("<title>needle</title>");
  });
});

describe("Markdown in a page", () => {
  test("is laid out: headings, lists, tables, code in colours, links to the web", () => {
    const html = markdownHtml(
      "# Head\n\nSome **bold** and `code`.\n\n- [x] one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n\tb();\n```\n\n[site](https://example.org/?a=1&b=2)",
    );
    expect(html).toContain('<h3 dir="auto">Head</h3>');
    expect(html).toContain("<strong>bold</strong> and <code>code</code>");
    expect(html).toContain('<li dir="auto">☑ one</li>');
    expect(html).toContain('<td class="right" dir="auto">2</td>');
    expect(html).toContain('<span class="hljs-keyword">const</span> a = ');
    expect(html).toContain("\n\t<span");
    expect(html).toContain(
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">site</a>',
    );
  });

  test("does not let a text pass for another address, and shows where a link that is none would lead", () => {
    expect(markdownHtml("[https://good.example](https://evil.example/)")).toContain(
      '<span class="address">(https://evil.example/)</span>',
    );
    expect(markdownHtml("[click](javascript:alert(1))")).toBe(
      '<p dir="auto">click <span class="address">(javascript:alert(1))</span></p>',
    );
    expect(markdownHtml("![alt](https://example.org/a.png)")).not.toContain("<img");
  });

  test("that is nested a thousand levels deep is still a page", async () => {
    const deep = `${">".repeat(1000)} bottom\n\n${"- ".repeat(1000)}bottom\n\n${"*".repeat(1500)}x${"*".repeat(1500)}`;
    const entries = log(user("hi"), turnStart, assistant([says(deep)]));
    const found = await parsed(written(htmlWriter, documentOf(entries)));
    expect(faultsOf(found)).toEqual([]);
  });
});
