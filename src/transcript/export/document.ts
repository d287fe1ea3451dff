/** What an export is made of: a session's branch, and what stands at its head. */
import type { Entry, Header } from "../../protocol/entry.ts";
import { say, sayCount } from "../../words/say.ts";
import { factsOf } from "../item-facts.ts";
import { formatMoney, formatTokens } from "../format.ts";
import type { Item } from "../item.ts";
import { costOf, type PriceOf, totalOf, usedIn } from "../usage.ts";
import { visible } from "./visible.ts";

/** The forms that a session can be exported in. */
export const exportFormats = ["md", "html", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportDocument = {
  readonly header: Header;
  /** The branch, root first; without secrets where they are left out. */
  readonly entries: readonly Entry[];
  /** What the session was called last; absent or empty where it has no name. */
  readonly named?: string | undefined;
  /** Whether texts were looked through for secrets once more. */
  readonly secretsLeftOut: boolean;
  /** A turn is under way: what has no result yet was not cut off. */
  readonly isRunning: boolean;
  readonly priceOf: PriceOf;
};

const longestTitle = 120;

/** The session's name, else the first line of the user's first message, printable; its id where nothing was said. */
export function titleOf({
  header,
  entries,
  named = "",
}: Pick<ExportDocument, "header" | "entries" | "named">): string {
  const texts = [named, ...entries.flatMap((entry) => (entry.type === "user" ? [entry.text] : []))];
  for (const text of texts) {
    const line = visible(text)
      .split("\n")
      .find((one) => one.trim() !== "");
    if (line === undefined) continue;
    const title = line.trim().replaceAll(/\s+/g, " ");
    return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).toWellFormed()}…`;
  }
  return say`Session ${visible(header.sessionId)}`;
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

/** For an item, the line that says when it was said and by whom; empty where the log does not say. */
export function createItemFacts({ entries, priceOf }: ExportDocument): (item: Item) => string {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ({ id }) => {
    const entry = byId.get(id) ?? byId.get(id.split("/")[0] ?? "");
    return entry === undefined ? "" : visible(factsOf(entry, priceOf)).replaceAll("\n", " ");
  };
}
