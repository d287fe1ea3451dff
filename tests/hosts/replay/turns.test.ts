/** Places in a session: its turns, and where `--until` ends. */
import { expect, test } from "bun:test";
import { placeOf, turnAt, turnsOf } from "../../../src/hosts/replay/turns.ts";
import { assistant, log, says, turnEnd, turnStart, user } from "../../transcript/log.ts";

const turn = (text: string) => [user(text), turnStart, assistant([says(text)]), turnEnd()];
const entries = log(...turn("one"), ...turn("two"), ...turn("three"));

test("a turn begins with its message, and a place belongs to the turn of the last message before it", () => {
  const turns = turnsOf(entries);
  expect(turns).toEqual([0, 4, 8]);
  expect([0, 1, 4, 5, 12].map((at) => turnAt(turns, at))).toEqual([0, 1, 1, 2, 3]);
});

test("--until names a turn, a time of the day or a whole time", () => {
  const at = (index: number) => new Date(entries[index]?.at ?? "");
  const clock = [at(5).getHours(), at(5).getMinutes(), at(5).getSeconds()].map((part) =>
    String(part).padStart(2, "0"),
  );
  expect(placeOf("2", entries)).toBe(8);
  expect(placeOf("3", entries)).toBe(12);
  expect(placeOf("99", entries)).toBe(12);
  expect(placeOf(clock.join(":"), entries)).toBe(6);
  expect(placeOf(entries[4]?.at ?? "", entries)).toBe(5);
  expect(placeOf(clock.slice(0, 2).join(":"), entries)).toBe(12);
  for (const nonsense of ["", "0", "soon", "25:00", "10:30:75", "2026-99-99"])
    expect(placeOf(nonsense, entries)).toBeNull();
});
