/** `rein trust`: the folders whose settings and instructions rein uses. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openFolder } from "../app/open-folder.ts";
import { UserError } from "../protocol/error.ts";
import { dataPaths } from "../sessions/paths.ts";
import { forgetTrust, readTrust } from "../settings/trust.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { plainStyle } from "../terminal/style.ts";
import { renderBrought } from "../transcript/render-brought.ts";
import { askLine, print, stdoutColumns, stdoutIsTerminal, tell } from "./output.ts";
import { say } from "../words/say.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein trust list          the folders that you trust, and since when
  rein trust DIR           show what a folder brings, and ask whether to trust it; “.” is this one
  rein trust forget DIR    trust it no more

In a folder that is not trusted rein uses none of the project's instructions, and of its settings only what forbids or asks.
For one run without a question: rein --trust`;
const usageError = usageErrors(help);

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runTrust(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [word, ...more] = positionals;
  if (values.help === true) return print(help);
  if (word === undefined || (word === "list" && more.length === 0)) return list();
  if (word === "forget" && more.length === 1 && more[0] !== undefined) return forget(more[0]);
  if (more.length > 0 || word === "forget") throw usageError(say`“rein trust” takes one folder.`);
  return trust(word);
}

async function list(): Promise<number> {
  const { folders, warning } = readTrust(dataPaths(process.env).trust);
  if (warning !== null) await tell(`rein: ${warning}`);
  const rows = Object.entries(folders).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (rows.length === 0) return print(say`You trust no folder yet.`);
  const lines = rows.map(([folder, { at, files }]) => {
    const names = Object.keys(files);
    const what = names.length === 0 ? "" : say`  with ${names.join(", ")} as of then`;
    return sanitize(`${at.slice(0, 10)}  ${folder}${what}`, "approval_inline");
  });
  return print(lines.join("\n"));
}

async function forget(name: string): Promise<number> {
  const { trust: file } = dataPaths(process.env);
  // A folder that is gone can be forgotten, too.
  const folder = realOf(name) ?? resolve(name);
  if (!forgetTrust(file, folder, Date.now())) {
    throw new UserError(
      say`${folder} is not trusted, so there is nothing to forget. “rein trust list” shows all.`,
    );
  }
  return print(say`${sanitize(folder, "approval_inline")} is trusted no more.`);
}

async function trust(name: string): Promise<number> {
  const cwd = realOf(name);
  if (cwd === null) throw new UserError(say`There is no folder ${resolve(name)}.`, { exitCode: 2 });
  const folder = openFolder({ cwd, env: process.env });
  for (const warning of folder.warnings) await tell(`rein: ${warning}`);
  const place = sanitize(cwd, "approval_inline");
  if (folder.trust.type === "trusted") return print(say`${place} is trusted already.`);
  if (folder.trust.type === "nothing")
    return print(say`${place} brings nothing that rein would use, so there is nothing to trust yet.`);
  const width = stdoutColumns();
  await print(renderBrought(folder.brought, folder.trust, { width, style: plainStyle }).join("\n"));
  // Without a terminal it is not a person who asks for this: a command of the model's has none.
  if (!process.stdin.isTTY || !stdoutIsTerminal()) {
    throw new UserError(
      say`Whether to trust it is asked on a terminal, and this is none; nothing was changed. For one run: rein --trust`,
      { exitCode: 2 },
    );
  }
  if (!/^(y|yes)$/i.test(askLine(say`Trust it? [y/N]`)?.trim() ?? "")) {
    await tell(say`rein: Nothing was changed.`);
    return 1;
  }
  folder.remember();
  return print(say`${place} is trusted.`);
}

function realOf(name: string): string | null {
  try {
    return realpathSync(name);
  } catch {
    return null; // the caller says so in its own words
  }
}

function parse(argv: readonly string[]) {
  return readArguments(usageError, () =>
    parseArgs({
      args: [...argv],
      options: { help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    }),
  );
}
