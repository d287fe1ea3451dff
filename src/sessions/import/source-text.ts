/** Texts and pictures as others keep them → ours. Pure. */
import type { EncodedImage, SentImage } from "../../protocol/message.ts";
import type { ToolFailureKind, ToolResult } from "../../protocol/tool-result.ts";
import { cutText } from "../../workspace/text.ts";
import { type Fields, fieldsOf, jsonOf, textOf } from "./fields.ts";

/** So much of a part that rein does not know is kept, UTF-16 units: enough to see what it was. */
const mostOfUnknown = 4_000;

/** A part that rein does not know, in words: what it is called and what it holds. */
export function unknownPart(part: Fields): string {
  const name = textOf(part["type"]) || "part";
  const { type: _type, ...rest } = part;
  const json = jsonOf(rest, shortened);
  return `[${name}: ${json.length > mostOfUnknown ? `${cutText(json, mostOfUnknown)}…` : json}]`;
}

/** A text in such a part, UTF-16 units: a file in base64 says nothing to anybody. */
const mostOfText = 500;

function shortened(_name: string, value: unknown): unknown {
  return typeof value === "string" && value.length > mostOfText ? `${cutText(value, mostOfText)}…` : value;
}

const imageTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A picture in base64; null for what is none that a model can see. */
export function imageOf(mediaType: unknown, data: unknown): EncodedImage | null {
  const type = textOf(mediaType).toLowerCase().replace("image/jpg", "image/jpeg");
  const text = textOf(data).replaceAll(/\s+/g, "");
  if (!imageTypes.has(type) || text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return { mediaType: type, data: text };
}

/** A picture in a `data:` address; null for any other. */
export function imageOfAddress(address: unknown): EncodedImage | null {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(address)) ?? [];
  return imageOf(type, data);
}

/** A message's words and pictures, gathered piece by piece. */
export type Pieces = { readonly texts: string[]; readonly images: EncodedImage[] };

export function noPieces(): Pieces {
  return { texts: [], images: [] };
}

/** The pieces as one text. */
export function wholeText({ texts }: Pieces): string {
  return texts.filter((text) => text.trim() !== "").join("\n");
}

/**
 * A user's message: each picture has the label that the text has for it, in their order, or one more at its end.
 */
export function labelled(
  text: string,
  images: readonly EncodedImage[],
): { readonly text: string; readonly images: readonly SentImage[] } {
  const labels = [...new Set(text.match(/\[Image #\d+\]/g))];
  let whole = text;
  const sent = images.map((image, at) => {
    const taken = labels[at];
    if (taken !== undefined) return { ...image, label: taken };
    let number = at + 1;
    while (whole.includes(`[Image #${number}]`)) number += 1;
    const label = `[Image #${number}]`;
    whole = whole.trim() === "" ? label : `${whole} ${label}`;
    return { ...image, label };
  });
  return { text: whole, images: sent };
}

/** A call's result. Pictures of a failed one are left out: no failure has any. */
export function resultOf(
  pieces: Pieces,
  failure: ToolFailureKind | null,
  view?: ToolResult["view"],
): ToolResult {
  const text = wholeText(pieces);
  const seen = view === undefined ? {} : { view };
  if (failure !== null) return { ok: false, kind: failure, message: text, ...seen };
  return { ok: true, text, ...(pieces.images.length === 0 ? {} : { images: pieces.images }), ...seen };
}

/** Where an argument says what a call is about, the likeliest first. */
const telling = [
  "command",
  "cmd",
  "file_path",
  "filePath",
  "absolute_path",
  "path",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
  "input",
];

/** A call in a few words, for the head of its panel; "" when its arguments say nothing. */
export function titleOfCall(argumentsText: string): string {
  let fields: Fields;
  try {
    fields = fieldsOf(JSON.parse(argumentsText));
  } catch {
    // A model writes what it likes.
    return "";
  }
  for (const name of telling) {
    const value = fields[name];
    const said = Array.isArray(value)
      ? value.filter((one) => typeof one === "string").join(" ")
      : textOf(value);
    const line = said.split("\n").find((one) => one.trim() !== "");
    if (line !== undefined) return cutText(line.trim(), 200);
  }
  return "";
}
