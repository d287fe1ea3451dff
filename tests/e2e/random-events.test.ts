/** Random things of every kind, one after another: whatever happens, the rules of the screen hold and nothing is lost. */
import { expect, test } from "bun:test";
import { eventsOf } from "./random-events/events.ts";
import { play } from "./random-events/session.ts";
import { WAYS_OUT } from "./random-events/ways-out.ts";
import { shrink } from "./random-events/shrink.ts";

const seed = Number(process.env["REIN_EVENTS_SEED"] ?? 1);
const wanted = Number(process.env["REIN_EVENTS_COUNT"] ?? 200);

const n = Number(process.env["REIN_EVENTS_SESSIONS"] ?? 1);
let running = 0; const waiting: (() => void)[] = [];
for (let s = seed; s < seed + n; s++)
test.concurrent("random "+s, async () => {
  if (running >= Number(process.env["POOL"] ?? 5)) await new Promise<void>(r => waiting.push(r)); else running++;
  try { await one(s); } finally { const w = waiting.shift(); if (w) w(); else running--; }
}, 900_000);
async function one(s: number) {
  const log: string[] = [];
  const started = performance.now();
  const o = { wayOut: WAYS_OUT[s % WAYS_OUT.length]!, kittyKeyboard: s % 3 === 0 };
  try {
    const n = await play({events: eventsOf(s, wanted * 3), wanted, log, ...o});
    console.log(s, n, Math.round(performance.now() - started), "ms");
    expect(n).toBe(wanted);
  } catch (e) {
    require("fs").writeFileSync(`/tmp/rnd/log.${s}`, log.join("\n"));
    console.log(log.slice(-15).join("\n"), `\nseed ${s}, event ${log.length}`);
    if (process.env["SHRINK"]) {
      const kind = (x: any) => Bun.stripANSI(String(x.message)).split("\n")[0]!.replaceAll(/\d+/g, "#").slice(0, 25);
      const evs = log.flatMap(l => /\{.*\}$/.test(l) ? [JSON.parse(l.slice(l.indexOf("{")))] : []);
      console.log("kind", kind(e), evs.length);
      const found = await shrink(evs, async (events) => { try { await play({events, wanted: 1e9, log: [], ...o}); return false } catch (x) { console.log(events.length, kind(x)); return kind(x) === kind(e) } }, 60);
      console.log(found.map(f => JSON.stringify(f)).join("\n"));
    }
    throw e;
  }
}
