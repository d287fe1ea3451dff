/** What an export is made of: a session's branch, and what stands at its head. */
import type { Entry, Header } from "../../protocol/entry.ts";
import { say, sayCount } from "../../words/say.ts";
import { factsOf } from "../item-facts.ts";
import { formatMoney, formatTokens } from "../format.ts";
import { costOf, type PriceOf, totalOf, usedIn } from "../usage.ts";
import { visible } from "./visible.ts";

/** The forms that a session can be exported in. */
export const exportFormats = ["md", "html", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportDocument = {
  readonly header: Header;
  /** Printable; see `titleIn`. */
  readonly title: string;
  /** The branch, root first. It is what is counted: what was said comes to the writer entry by entry. */
  readonly entries: readonly Entry[];
  /** Whether texts were looked through for secrets once more. */
  readonly secretsLeftOut: boolean;
  /** A turn is under way: what has no result yet was not cut off. */
  readonly isRunning: boolean;
  readonly priceOf: PriceOf;
};

/**
 * Makes the text of an export, one behind the other, from the entries of its document as they are told: a session of
 * months does not fit into memory. What is returned is the next piece of the text, empty where nothing more is certain yet.
 */
export type ExportWriter = {
  readonly begin: () => string;
  readonly add: (entry: Entry) => string;
  readonly end: () => string;
};

const longestTitle = 120;

/** A title from the session's name or from a message of the user: its first line, printable; null where nothing was said. */
export function titleIn(text: string): string | null {
  const line = visible(text)
    .split("\n")
    .find((one) => one.trim() !== "");
  if (line === undefined) return null;
  const title = line.trim().replaceAll(/\s+/g, " ");
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).toWellFormed()}…`;
}

/** The title of a session in which nothing was said: its id. */
export function titleOfSilent({ sessionId }: Header): string {
  return say`Session ${visible(sessionId)}`;
}

/** What is known of the session as a whole: names with their values, printable. */
export function aboutSession(document: ExportDocument): readonly (readonly [name: string, value: string])[] {
  const { header, entries, priceOf, secretsLeftOut } = document;
  const used = usedIn(entries);
  const total = totalOf(used);
  const { dollars } = costOf(used, priceOf);
  const messages = entries.filter(({ type }) => type === "user").length;
  const rows: [string, string][] = [
    [say`Session`, header.sessionId],
    [say`Begun`, header.createdAt],
    [say`Last entry`, entries.at(-1)?.at ?? header.createdAt],
    [say`Folder`, header.cwd],
    ...(typeof header.gitBranch === "string"
      ? [[say`Branch`, header.gitBranch] satisfies [string, string]]
      : []),
    [say`Models`, [...used.keys()].join(", ")],
    [say`Messages`, say`${sayCount(messages, "message")}, ${sayCount(total.answers, "answer")}`],
    [
      say`Tokens`,
      total.answers === total.uncounted
        ? ""
        : `↑${formatTokens(total.inputTokens)} ↓${formatTokens(total.outputTokens)}`,
    ],
    [say`Cost`, dollars === null ? "" : formatMoney(dollars)],
    [
      say`Secrets`,
      secretsLeftOut ? say`left out; names like «secret:NAME#1» stand for them` : say`not looked for`,
    ],
  ];
  return rows.flatMap(([name, value]) => (value === "" ? [] : [[name, visible(value)] as const]));
}

/** The line that says of an item when it was said and by whom, from the entry that it came with. */
export function itemFacts(entry: Entry, priceOf: PriceOf): string {
  return visible(factsOf(entry, priceOf)).replaceAll("\n", " ");
}
