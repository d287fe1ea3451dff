/** A session as Markdown: readable as it is, and as a page of a viewer that knows `<details>`. */
import { statusSign } from "./status-sign.ts";
import type { Item } from "../item.ts";
import { factsOf as callFacts } from "../render-call.ts";
import { imageLine } from "../picture.ts";
import { printedLines } from "../panel.ts";
import { factsOfEnd } from "../render-user-command.ts";
import { type SettledItem, SettledItems } from "../settled-items.ts";
import { say } from "../../words/say.ts";
import { callParts, type CallPart, changeLines } from "./call-parts.ts";
import { aboutSession, type ExportDocument, type ExportWriter, itemFacts } from "./document.ts";
import { containedMarkdown } from "./contained-markdown.ts";
import { escapeHtml, visible, visibleLine } from "./visible.ts";

export function markdownWriter(document: ExportDocument): ExportWriter {
  const items = new SettledItems({ live: document.isRunning });
  const written = (settled: readonly SettledItem[]) =>
    settled.map(({ item, entry }) => `\n${itemText(item, itemFacts(entry, document.priceOf))}\n`).join("");
  return {
    begin() {
      const rows = aboutSession(document).map(
        ([name, value]) => `- ${name}: ${escaped(value.replaceAll("\n", " "))}`,
      );
      return `# ${escaped(document.title)}\n\n${rows.join("\n")}\n`;
    },
    add: (entry) => written(items.add(entry)),
    end: () => written(items.end()),
  };
}

function itemText(item: Item, facts: string): string {
  switch (item.type) {
    case "user": {
      const images = (item.images ?? []).map((image) => `*${escaped(visibleLine(imageLine(image)))}*`);
      return [
        headed(say`You`, facts),
        quoted(containedMarkdown(visible(item.text.trimEnd()))),
        ...images,
      ].join("\n\n");
    }
    case "text":
      return `${headed(say`Assistant`, facts)}\n\n${containedMarkdown(visible(item.text.trim()))}`;
    case "reasoning":
      return folded(say`Thoughts`, [quoted(containedMarkdown(visible(item.text.trim())))]);
    case "call": {
      const head = [
        `${item.name} ${item.title === "" ? item.argumentsText : item.title}`,
        ...callFacts(item),
      ];
      return folded(`${statusSign(item)} ${head.join(" · ")}`, callParts(item).map(partText));
    }
    case "user_command": {
      const head = [`${item.shared ? "!" : "!!"} ${item.command}`, ...factsOfEnd(item)];
      const output = printedLines(item.output).join("\n");
      return folded(head.join(" · "), output === "" ? [] : [fenced(output, "")]);
    }
    case "notice": {
      const details = printedLines(item.details ?? "").join("\n");
      const said = quoted(`**${levelWords(item.level)}** ${escaped(visible(item.text))}`);
      return details.trim() === "" ? said : [said, folded(say`More`, [fenced(details, "")])].join("\n\n");
    }
    default:
      return item satisfies never;
  }
}

/** The word that stands in front of a notice. */
export function levelWords(level: (Item & { type: "notice" })["level"]): string {
  if (level === "info") return say`Note:`;
  return level === "warning" ? say`Warning:` : say`Error:`;
}

function partText(part: CallPart): string {
  switch (part.type) {
    case "text":
      return `${part.label}:\n\n${fenced(part.text, part.lang)}`;
    case "changes":
      return part.files
        .map(changeLines)
        .map(({ head, lines }) =>
          [`${escaped(head)}:`, ...(lines.length === 0 ? [] : [fenced(lines.join("\n"), "diff")])].join(
            "\n\n",
          ),
        )
        .join("\n\n");
    case "images":
      return part.images
        .map((image) => `*${escaped(visibleLine(imageLine({ ...image, label: say`[image]` })))}*`)
        .join("\n\n");
    default:
      return part satisfies never;
  }
}

function headed(who: string, facts: string): string {
  return `## ${who}${facts === "" ? "" : ` · ${escaped(facts)}`}`;
}

function folded(summary: string, body: readonly string[]): string {
  const head = `<details><summary>${escapeHtml(visibleLine(summary))}</summary>`;
  return [head, ...body, "</details>"].join("\n\n");
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** A code block whose fence is longer than any run of backticks in it. */
export function fenced(text: string, lang: string): string {
  let length = 3;
  for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  const fence = "`".repeat(length);
  return `${fence}${lang}\n${text}\n${fence}`;
}

/** Text that means itself. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~&]/g, (sign) => `\\${sign}`);
}
