/** The items of a transcript as HTML articles. */
import type { EncodedImage } from "../../protocol/message.ts";
import { say } from "../../words/say.ts";
import type { Item } from "../item.ts";
import { printedLines } from "../panel.ts";
import { imageLine } from "../picture.ts";
import { factsOf as callFacts } from "../render-call.ts";
import { factsOfEnd } from "../render-user-command.ts";
import { type CallPart, callParts } from "./call-parts.ts";
import { changedFile, codeBlock } from "./html-code.ts";
import { markdownHtml } from "./html-markdown.ts";
import { levelWords } from "./markdown.ts";
import { statusSign } from "./status-sign.ts";
import { escapeHtml, visible, visibleLine } from "./visible.ts";

/** One item. `number` is its place in the page, for its address; `facts` is the line about it, printable. */
export function itemHtml(item: Item, number: number, facts: string): string {
  const article = (kind: string, content: string) =>
    `<article class="${kind}" id="m${number}">${content}</article>\n`;
  switch (item.type) {
    case "user": {
      const images = (item.images ?? []).map((image) => picture(image, imageLine(image)));
      const text = `<div class="said" dir="auto">${escapeHtml(visible(item.text.trimEnd()))}</div>`;
      return article("user", heading(say`You`, facts, number) + text + images.join(""));
    }
    case "text":
      return article(
        "assistant",
        heading(say`Assistant`, facts, number) + `<div class="text">${markdownHtml(item.text)}</div>`,
      );
    case "reasoning":
      return article(
        "thoughts",
        folded(escapeHtml(say`Thoughts`), `<div class="text">${markdownHtml(item.text)}</div>`),
      );
    case "call": {
      const title = visibleLine(item.title === "" ? item.argumentsText : item.title);
      const head = [
        `<span class="sign">${statusSign(item)}</span> <b>${escapeHtml(visibleLine(item.name))}</b>`,
        `<span class="title">${escapeHtml(title)}</span>`,
        `<span class="facts">${escapeHtml(visibleLine(callFacts(item).join(" · ")))}</span>`,
      ];
      const view = item.result?.view;
      const odd = view?.type === "command" && view.exitCode !== 0 ? " odd" : "";
      return article(
        `call ${item.status}${odd}`,
        folded(head.join(" "), callParts(item).map(partHtml).join("")),
      );
    }
    case "user_command": {
      const head = [
        `<b>${item.shared ? "!" : "!!"}</b> <span class="title">${escapeHtml(visibleLine(item.command))}</span>`,
        `<span class="facts">${escapeHtml(factsOfEnd(item).join(" · "))}</span>`,
      ];
      return article("call", folded(head.join(" "), codeBlock(printedLines(item.output).join("\n"), "")));
    }
    case "notice": {
      const details = printedLines(item.details ?? "").join("\n");
      const more = details.trim() === "" ? "" : folded(escapeHtml(say`More`), codeBlock(details, ""));
      const said = `<p dir="auto"><b>${escapeHtml(levelWords(item.level))}</b> ${escapeHtml(visible(item.text))}</p>`;
      return article(`notice ${item.level}`, said + more);
    }
    default:
      return item satisfies never;
  }
}

function heading(who: string, facts: string, number: number): string {
  const line = facts === "" ? "" : ` <span class="facts">${escapeHtml(facts)}</span>`;
  return `<h2>${escapeHtml(who)}${line} <a class="here" href="#m${number}" aria-label="${escapeHtml(say`Link to this message`)}">#</a></h2>`;
}

function folded(summary: string, content: string): string {
  return `<details><summary dir="auto">${summary}</summary><div class="inside">${content}</div></details>`;
}

function partHtml(part: CallPart): string {
  switch (part.type) {
    case "text":
      return `<p class="label">${escapeHtml(part.label)}</p>${codeBlock(part.text, part.lang)}`;
    case "changes":
      return part.files.map(changedFile).join("");
    case "images":
      return part.images
        .map((image) => picture(image, imageLine({ ...image, label: say`[image]` })))
        .join("");
    default:
      return part satisfies never;
  }
}

/** Types that browsers draw and that cannot hold a script. */
const drawn: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function picture(image: EncodedImage, line: string): string {
  const name = escapeHtml(visibleLine(line));
  if (!drawn.has(image.mediaType) || !/^[A-Za-z0-9+/]+={0,2}$/.test(image.data))
    return `<p class="address">${name}</p>`;
  const address = `data:${image.mediaType};base64,${image.data}`;
  return `<figure><img src="${address}" alt="${name}" decoding="async"><figcaption>${name}</figcaption></figure>`;
}
