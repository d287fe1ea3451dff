/** What the kernel says of a process. Linux only: elsewhere everything is NaN and the table shows a dash. */
import { readFileSync } from "node:fs";

/** `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux that Bun runs on. */
const ticksPerSecond = 100;

/** User and system time since its start, of all its threads, s. */
export function cpuSeconds(pid: number): number {
  // The second field is the program's name in parentheses, which may hold anything; user and system are 14 and 15.
  const fields = read(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Memory that is in use now, and the most that ever was, MB (1,000,000 bytes). */
export function memory(pid: number): { readonly now: number; readonly peak: number } {
  const status = read(pid, "status");
  const field = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024) / 1e6;
  return { now: field("VmRSS"), peak: field("VmHWM") };
}

function read(pid: number, name: string): string {
  return process.platform === "linux" ? readFileSync(`/proc/${pid}/${name}`, "utf8") : "";
}
