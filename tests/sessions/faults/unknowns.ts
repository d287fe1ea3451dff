/** What a newer rein wrote, and this one does not know: every copy has it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { forkSession, openSession, readSession } from "../../../src/sessions/session-store.ts";
import type { Random } from "../../fuzz/random.ts";
import { checkSession } from "./check.ts";
import { writtenLog } from "./damaged-files.ts";
import { makePlace, type Place, start } from "./place.ts";
import type { Tally } from "./tally.ts";

type Line = Record<string, unknown>;

/** Forks, goes on with, and writes anew sessions with entries and fields that this version does not know. */
export function carryUnknowns(random: Random, times: number, tally: Tally): void {
  for (let done = 0; done < times; done += 1) {
    using place = makePlace();
    const lines = linesWithUnknowns(random, place);
    for (const [kind, copied] of Object.entries(copies)) {
      const file = writtenLog(random, place, 3, 10).file;
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      const copy = copied(file, place);
      const text = readFileSync(copy, "utf8").split("\n");
      const there = new Set(text.filter(Boolean).map((line) => canonical(JSON.parse(line))));
      const ids = lines.slice(1).map(({ id }) => String(id));
      const lost = lines.slice(1).filter((line) => !there.has(canonical(line)));
      const verdict = checkSession(copy, place.context, { acknowledged: ids });
      const all = new Set([...verdict.lost, ...lost.map(({ id }) => String(id))]);
      tally.add(`unknowns, ${kind}`, { ...verdict, lost: [...all] }, `time ${done}`);
    }
  }
}

/** Each gives the file of what is copied. */
const copies: Readonly<Record<string, (file: string, place: Place) => string>> = {
  "gone on with"(file, { context }) {
    const { session } = openSession(file, context);
    session.append({ type: "notice", text: "on" });
    session.close();
    return file;
  },
  "forked from its file"(file, { context }) {
    const { session } = readSession(file, context);
    const fork = forkSession({ ...session, sessionId: session.header.sessionId }, start, context);
    fork.append({ type: "notice", text: "on" });
    fork.close();
    return fork.file ?? "";
  },
  "forked while open"(file, { context }) {
    const { session } = openSession(file, context);
    const origin = { sessionId: session.header.sessionId, entries: session.branch(), nodes: session.nodes() };
    const fork = forkSession(origin, start, context);
    fork.append({ type: "notice", text: "on" });
    fork.close();
    session.close();
    return fork.file ?? "";
  },
  "written anew after a removal"(file, { context }) {
    const { session } = openSession(file, context);
    rmSync(file);
    session.append({ type: "notice", text: "on" });
    session.close();
    return file;
  },
};

function linesWithUnknowns(random: Random, place: Place): Line[] {
  const { lines } = writtenLog(random, place, 4 + random.below(12), 30);
  const known = lines.map(({ text }): Line => JSON.parse(text));
  const all: Line[] = [];
  let parentId: unknown = null;
  for (const [at, line] of known.entries()) {
    const isHeader = at === 0;
    const entry = isHeader ? line : { ...line, parentId };
    all.push(random.chance(40) ? withUnknownFields(entry) : entry);
    if (!isHeader) parentId = entry["id"];
    if (isHeader || !random.chance(30)) continue;
    const hologram = {
      id: `new-${at}`,
      parentId,
      at: "2031-01-01T00:00:00.000Z",
      type: "hologram",
      rays: [1],
    };
    all.push(hologram);
    parentId = hologram.id;
  }
  return all;
}

/** At its top, and in the first object that it holds. */
function withUnknownFields(line: Line): Line {
  const inner = Object.entries(line).map(([name, value]): [string, unknown] => {
    if (name === "result" && typeof value === "object") return [name, { ...value, aura: "blue" }];
    if (name === "parts" && Array.isArray(value))
      return [name, value.map((part: unknown) => (isLine(part) ? { ...part, aura: 7 } : part))];
    return [name, value];
  });
  return { ...Object.fromEntries(inner), mood: { is: ["good"] } };
}

function isLine(value: unknown): value is Line {
  return typeof value === "object" && value !== null;
}

/** What a line says, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isLine(inner) && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
