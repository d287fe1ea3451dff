import { expect, test } from "bun:test";
import { delay, text } from "../../support/model-server.ts";
import { answered, begin, send } from "../start.ts";
import { writeFileSync } from "node:fs";

function rng(seed: number) {
  let s = seed;
  return () => { s = (s * 1103515245 + 12345) & 0x7fffffff; return s / 0x7fffffff; };
}
const seeds = (process.env["SEEDS"] ?? "1,2,3,4,5").split(",").map(Number);
const GAP = Number(process.env["GAP"] ?? "0");
test.each(seeds)("storm %d", async (seed) => {
  const random = rng(seed);
  const count = 150;
  const steps = Array.from({ length: count }, (_, i) => [text(`<${i + 1}> ${"word ".repeat(5 + (i * 7) % 30)}</${i + 1}>\n\n`), delay(8)]).flat();
  await using story = await begin([[...steps, text("the end")]], { cols: 100, rows: 30, env: { EXP: process.env['EXP'] ?? '' } });
  const { terminal } = story;
  await send(terminal, "go");
  const log: string[] = [];
  let at = 0;
  await terminal.waitFor(() => terminal.scrollback().join("").includes("<2>"));
  const until = Date.now() + 1500;
  while (Date.now() < until) {
    const burst = 2 + Math.floor(random() * 20);
    for (let i = 0; i < burst; i++) {
      const cols = 60 + Math.floor(random() * 60), rows = 20 + Math.floor(random() * 20);
      if (process.env["LOG"]) { log.push(JSON.stringify(terminal.raw().slice(at))); at = terminal.raw().length; log.push(`== ${cols}x${rows} cur ${JSON.stringify(terminal.cursor())}`); }
      await terminal.resize(cols, rows);
      await Bun.sleep(GAP || 1 + Math.floor(random() * 4));
    }
    await Bun.sleep(Math.floor(random() * 200));
  }
  await terminal.waitFor(() => terminal.scrollback({ joinWrapped: true }).join("").includes("the end"), { within: 8000 }).catch(() => console.log("NO END", terminal.screen().join("\n"))); await terminal.idle(700);
  await terminal.idle(500);
  const all = terminal.scrollback({ joinWrapped: true }).join("\n");
  if (process.env["LOG"]) { log.push(JSON.stringify(terminal.raw().slice(at))); writeFileSync(`/tmp/fx/log-${seed}`, log.join("\n")); writeFileSync(`/tmp/fx/all-${seed}`, all); }
  const opens = Array.from(all.matchAll(/<(\d+)>/g), ([, n]) => Number(n));
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((n) => !opens.includes(n));
  const doubled = opens.filter((n, i) => opens.indexOf(n) !== i);
  const rules = all.split("\n").filter((l) => /^─+$/.test(l)).length;
  const halves = Array.from({ length: count }, (_, i) => i + 1).filter((n) => opens.includes(n) && !all.replaceAll("\n", " ").includes(`<${n}> ${"word ".repeat(5 + ((n-1) * 7) % 30)}</${n}>`));
  console.log(seed, { missing: missing.join(), doubled: doubled.join(), halves: halves.join(), rules });
  expect(missing).toEqual([]);
});
