/** `rein models`: what can be talked to here, with windows and prices. */
import { parseArgs } from "node:util";
import { openModelAccess } from "../app/model-access.ts";
import { allKnownModels, listModels, type ModelRow } from "../app/model-list.ts";
import type { ModelPrices } from "../providers/model-info.ts";
import { dataPaths } from "../sessions/paths.ts";
import { printable } from "../terminal/sanitize.ts";
import { formatTokens } from "../transcript/format.ts";
import { print, tell } from "./output.ts";
import { settingsHere } from "./settings-here.ts";
import { say } from "../words/say.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein models [FILTER…]         the models of every provider that you have a key for, and of servers on this machine
  rein models --all [FILTER…]   every model that rein knows

A model is shown when its name holds each of the words. Prices are US dollars per million tokens, input / output.`;

/** Prints the list and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runModels(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  if (values.help === true) return print(help);
  const env = process.env;
  const { settings } = await settingsHere();
  const access = openModelAccess({ env, settings });
  for (const warning of access.warnings) await tell(`rein: ${warning}`);

  const words = positionals.map((word) => word.toLowerCase());
  const fits = ({ name }: ModelRow) => words.every((word) => name.toLowerCase().includes(word));
  if (values.all === true) return printRows((await allKnownModels(access)).filter(fits), words);
  const options = { access, env, folder: dataPaths(env).data, now: Date.now };
  const { rows, notes } = await listModels(options);
  for (const note of notes) await tell(`rein: ${note}`);
  const hint = say` “rein models --all ${words.join(" ")}” looks among all that rein knows.`;
  if (rows.length > 0) return printRows(rows.filter(fits), words, hint);
  await tell(
    say`rein: There is no key for any provider, and no server on this machine answers. “rein auth login” keeps a key; “rein models --all” lists what rein knows.`,
  );
  return 1;
}

async function printRows(rows: readonly ModelRow[], words: readonly string[], hint = ""): Promise<number> {
  if (rows.length > 0) return print(table(rows).join("\n"));
  await tell(say`rein: No model has “${words.join(" ")}” in its name.${hint}`);
  return 1;
}

/** A few names that are longer than this do not push the columns of all away. */
const longestName = 56;

function table(rows: readonly ModelRow[]): string[] {
  const names = rows.map(({ name }) => printable(name));
  const width = Math.max(0, ...names.map((name) => name.length).filter((length) => length <= longestName));
  return rows.map(({ info }, at) => {
    const window = info.contextWindow === undefined ? "–" : formatTokens(info.contextWindow);
    const efforts = info.efforts.length === 0 ? "" : info.efforts.join("|");
    const cells = [
      (names[at] ?? "").padEnd(width),
      window.padStart(7),
      priceWords(info.prices).padEnd(16),
      efforts,
    ];
    return cells.join("  ").trimEnd();
  });
}

function priceWords(prices: ModelPrices | undefined): string {
  return prices === undefined ? "–" : `$${prices.input} / $${prices.output}`;
}

function parse(argv: readonly string[]) {
  const options = { all: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  return readArguments(usageErrors(help), () =>
    parseArgs({ args: [...argv], options, allowPositionals: true }),
  );
}
