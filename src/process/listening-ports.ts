/** On which ports of this machine programs wait for connections from it. Known on Linux only. */
import { readdirSync, readFileSync } from "node:fs";
import { markedProcesses, runMark } from "./marked-processes.ts";
import { descriptorOf } from "./proc.ts";

type Listener = { readonly port: number; /** Of its socket. */ readonly inode: string };

/** True when some program does at this port. */
export function listensHere(port: number): boolean {
  return listeners().some((one) => one.port === port);
}

/** The ports of the commands of this rein, but for those in a sandbox: they have ports of their own. */
export function portsOfCommands(): readonly number[] {
  const all = listeners();
  if (all.length === 0) return [];
  const sockets = new Set(markedProcesses(runMark).flatMap(socketsOf));
  return [...new Set(all.filter(({ inode }) => sockets.has(`socket:[${inode}]`)).map(({ port }) => port))];
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => descriptorOf(pid, Number(name)) ?? []);
  } catch {
    // It has just ended, or it runs as another user.
    return [];
  }
}

function listeners(): Listener[] {
  return ["tcp", "tcp6"].flatMap((name) => tableOf(name).flatMap((line) => listenerIn(line) ?? []));
}

function tableOf(name: string): string[] {
  try {
    return readFileSync(`/proc/net/${name}`, "latin1").split("\n");
  } catch {
    // No Linux, or no IPv6.
    return [];
  }
}

/** As in proc(5): the addresses are hexadecimal, in the byte order of the machine. */
function listenerIn(line: string): Listener | null {
  const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
  const [address = "", port = ""] = local.split(":");
  return state === listening && reachedFromHere.test(address)
    ? { port: Number.parseInt(port, 16), inode }
    : null;
}

const listening = "0A";
/** Every address; 127.0.0.0/8, also as IPv6 writes it; ::1. */
const reachedFromHere = /^(0{8}|0{32}|[\dA-F]{6}7F|0{16}FFFF0000[\dA-F]{6}7F|0{24}01000000)$/;
