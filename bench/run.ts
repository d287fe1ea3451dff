/** Measures rein against bare floors and prints a table: `node bin/bun.mjs bench/run.ts [--json FILE] [NAME…]`. */
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { appendHuge } from "./measures/append-huge.ts";
import { bigEdit } from "./measures/big-edit.ts";
import { bigOutput } from "./measures/big-output.ts";
import { bigTree } from "./measures/big-tree.ts";
import { sequentialCommands } from "./measures/commands.ts";
import { confined } from "./measures/confined.ts";
import { enterToRequest } from "./measures/enter-to-request.ts";
import { firstByte } from "./measures/first-byte.ts";
import { firstStart } from "./measures/first-start.ts";
import { firstToken } from "./measures/first-token.ts";
import { flatOut } from "./measures/flat-out.ts";
import { headless } from "./measures/headless.ts";
import { keyEcho } from "./measures/key-echo.ts";
import { idle } from "./measures/idle.ts";
import { longSession } from "./measures/long-session.ts";
import { memory } from "./measures/memory.ts";
import { openHuge } from "./measures/open-huge.ts";
import { promptReady } from "./measures/prompt-ready.ts";
import { resize } from "./measures/resize.ts";
import { resumedSession } from "./measures/resumed-session.ts";
import { rewindScan } from "./measures/rewind-scan.ts";
import { savedSessionsMeasure } from "./measures/saved-sessions.ts";
import { steady } from "./measures/steady.ts";
import { step } from "./measures/step.ts";
import { streamRead } from "./measures/stream-read.ts";
import { transcript } from "./measures/transcript.ts";
import { version } from "./measures/version.ts";
import { formatTable } from "./support/table.ts";
import { type Result, take } from "./support/take.ts";

const measures = [
  promptReady,
  firstStart,
  version,
  keyEcho,
  enterToRequest,
  firstByte,
  firstToken,
  flatOut,
  steady,
  idle,
  resize,
  memory,
  resumedSession,
  savedSessionsMeasure,
  openHuge,
  appendHuge,
  transcript,
  longSession,
  headless,
  streamRead,
  step,
  sequentialCommands,
  confined,
  bigOutput,
  bigEdit,
  bigTree,
  rewindScan,
];

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !measures.some((measure) => measure.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no measure ${unknown.join(", ")}. There are: ${measures.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}
const chosen = measures.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  bun: Bun.version,
  load: loadavg()[0],
};
const progress = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};
const results: Result[] = [];
for (const measure of chosen) {
  try {
    results.push(...(await take(measure, progress)));
  } catch (thrown) {
    progress("");
    console.error(`${measure.name} failed:`, thrown);
    process.exitCode = 1;
  }
}
progress("");

console.log(
  `Bun ${machine.bun} · ${machine.processors} × ${machine.model} · load ${machine.load?.toFixed(1)}\n`,
);
console.log(formatTable(results));
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
