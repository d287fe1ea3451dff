/** What a command was denied, as far as its own words tell. Nothing is decided by this: a person is asked. */
import { isAbsolute, resolve } from "node:path";
import { isHidden, isWritable } from "./bounds.ts";
import type { Bounds } from "./sandbox.ts";

/** What the command wanted: absolute paths. */
export type Denial =
  | { readonly type: "write"; readonly path: string }
  /** It says that something cannot be written, and not what. */
  | { readonly type: "write_somewhere" }
  | { readonly type: "read"; readonly path: string }
  /** Logins and keys are hidden, and it has none. */
  | { readonly type: "login" }
  /** Without them ssh is of no use. Not read from words: its connection was refused. */
  | { readonly type: "ssh"; readonly host: string }
  | { readonly type: "unix_socket" }
  /** Nothing answers at a port of this machine: the sandbox has ports of its own. */
  | { readonly type: "local_port"; readonly port: number }
  /** It reaches nothing: the only way out of the sandbox is its proxy, and not every program takes that. */
  | { readonly type: "network" };

/** The words of libraries and kernels for EROFS, and for EBUSY, with which replacing a kept file fails. */
const notWritten =
  /read-only file ?system|\bEROFS\b|\(os error 30\)|\[Errno 30\]|Device or resource busy|\bEBUSY\b/i;
const noSocket =
  /Cannot connect to the Docker daemon|(socket|connect)\b.*(Operation not permitted|\bEPERM\b)|docker\.sock/i;
/** curl has words of its own for a refused connection. */
const refused = /refused|ECONNREFUSED|(couldn't|could not|can't) connect to .*server/i;
const localPort =
  /(?:\blocalhost|\b127\.0\.0\.1|::1\b\]?)(?:\|?:|['"),\s]*(?:\(127\.0\.0\.1\)|\(::1\))?[,\s]*port[\s=:]+)(\d{1,5})\b/i;
const noLogin =
  /Permission denied \(publickey|Host key verification failed|Could not open a connection to your authentication agent|could not read (Username|Password) for|terminal prompts disabled|\bgh auth login\b|\bENEEDAUTH\b|Unable to locate credentials/i;
/** The proxy is not asked for private addresses either. */
const unreachable =
  /\bEAI_AGAIN\b|\bENETUNREACH\b|Network is unreachable|Could not resolve host|Temporary failure (in name resolution|resolving)|dial tcp: lookup |Failed to connect to (10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d/i;
/** What reading a hidden file or folder ends with: an empty one stands there. */
const notFound = /No such file or directory|\bENOENT\b|Permission denied|\bEACCES\b|cannot open|not found/i;

/** What bash begins its complaints with; its own path is not what they are about. */
const shellPrefix = /^(?:\S*\/)?(?:ba|z|da)?sh: (?:line \d+: )?/;

/** Looked at of an output, characters: what made a command fail stands at its end. */
const looked = 20_000;
/** Of each line: no complaint is longer, and the patterns take the square of it. */
const lookedOfLine = 2_000;
/** Most denials that are told. */
const most = 5;

/** In the order in which they came, each once; `cwd` is where the command ran, `home` what `~` stands for. */
export function denialsIn(output: string, bounds: Bounds, cwd: string, home: string): readonly Denial[] {
  const found = new Map<string, Denial>();
  for (const line of output.slice(-looked).split("\n")) {
    const denial = denialIn(line.slice(0, lookedOfLine).replace(shellPrefix, ""), bounds, cwd, home);
    if (denial !== null) found.set(JSON.stringify(denial), denial);
  }
  const all = [...found.values()];
  // Programs say more than once that a write has failed: the line with a path is the one to go by.
  const isKnown = all.some(({ type }) => type === "write");
  return all.filter(({ type }) => !isKnown || type !== "write_somewhere").slice(0, most);
}

function denialIn(line: string, bounds: Bounds, cwd: string, home: string): Denial | null {
  if (notWritten.test(line)) {
    const path = pathsIn(line, cwd, home).find((one) => !isWritable(one, bounds));
    return path === undefined ? { type: "write_somewhere" } : { type: "write", path };
  }
  if (noSocket.test(line)) return { type: "unix_socket" };
  if (noLogin.test(line)) return { type: "login" };
  const port = refused.test(line) ? localPort.exec(line)?.[1] : undefined;
  if (port !== undefined) return { type: "local_port", port: Number(port) };
  if (unreachable.test(line)) return { type: "network" };
  if (!notFound.test(line)) return null;
  const path = pathsIn(line, cwd, home).find((one) => isHidden(one, bounds));
  return path === undefined ? null : { type: "read", path };
}

/** Quoted words, the one that the complaint stands behind, and words with a slash: absolute. */
function pathsIn(line: string, cwd: string, home: string): string[] {
  const quoted = [...line.matchAll(/'([^']+)'|"([^"]+)"|‘([^’]+)’/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? "",
  );
  const plain = [...line.matchAll(/(?:^|[\s(])((?:~|\.{0,2})\/?[\w@.+~/-]+)(?=[\s:,)]|$)/g)].flatMap(
    ([, word]) => word ?? [],
  );
  const before = /([^\s'"‘’:]+): (?:Read-only|Device or resource)/.exec(line)?.[1];
  return [
    ...quoted,
    ...(before === undefined ? [] : [before]),
    ...plain.filter((word) => word.includes("/") || word.startsWith(".")),
  ].map((word) =>
    isAbsolute(word)
      ? resolve(word)
      : word.startsWith("~/")
        ? resolve(home, word.slice(2))
        : resolve(cwd, word),
  );
}
