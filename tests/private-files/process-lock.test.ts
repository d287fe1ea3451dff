import { expect, test } from "bun:test";
import { readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { takeLock } from "../../src/private-files/process-lock.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const module = join(import.meta.dir, "../../src/private-files/process-lock.ts");

/** A process that takes a lock, says so, and holds it. */
function hold(file: string) {
  const script = `import { takeLock } from ${JSON.stringify(module)};
    console.log(takeLock(${JSON.stringify(file)}) === null ? "no" : "yes");
    setInterval(() => undefined, 60_000);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  return { child, said: child.stdout.getReader().read() };
}

test("a lock is nobody else's until it is let go, and leaves nothing behind", () => {
  const folder = temporaryFolder();
  const file = join(folder, "x.lock");
  const lock = takeLock(file);
  expect(takeLock(file)).toBeNull();
  lock?.release();
  expect(readdirSync(folder)).toEqual([]);
  const again = takeLock(file);
  expect(again).not.toBeNull();
  again?.release();
});

test("a lock ends with its process, however that ends, and who waits for it gets it", async () => {
  const file = join(temporaryFolder(), "x.lock");
  const { child, said } = hold(file);
  await said;
  expect(takeLock(file)).toBeNull();
  child.kill("SIGKILL");
  await child.exited;
  const lock = takeLock(file);
  expect(lock).not.toBeNull();
  lock?.release();
});

test("a lock whose file was removed knows it, and lets go without taking the next one's file", () => {
  const file = join(temporaryFolder(), "x.lock");
  const first = takeLock(file);
  expect(first?.isGone()).toBe(false);
  rmSync(file);
  expect(first?.isGone()).toBe(true);
  const second = takeLock(file);
  expect(second).not.toBeNull();
  first?.release();
  expect(takeLock(file)).toBeNull();
  second?.release();
});

test("a link in the lock's place is not followed", () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, "elsewhere"), join(folder, "x.lock"));
  expect(() => takeLock(join(folder, "x.lock"))).toThrow("is a link");
  expect(readdirSync(folder)).toEqual(["x.lock"]);
});
