/**
 * What bash does with a text, seen by running it: in a jail (bubblewrap) without network, with nothing to write to but an
 * empty folder, and with a PATH that leads nowhere, so that every command by name is only reported.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What bash did with one text: once with every command succeeding, once with every command failing. */
export type Deeds = {
  /** The words of every command that it tried to run, each once, the name first. */
  readonly commands: readonly (readonly string[])[];
  /** The files that it made, by name. */
  readonly files: readonly string[];
};

/** Why the oracle cannot be asked here, or null. */
export function oracleMissing(): string | null {
  const missing = ["/bin/bash", "/usr/bin/timeout", "/usr/bin/bwrap"].find((path) => !existsSync(path));
  if (missing !== undefined) return `${missing} is not on this machine`;
  const [deeds] = runTexts(["c1 'a b' > f1"]);
  const works = deeds?.commands[0]?.join("|") === "c1|a b" && deeds.files[0] === "f1";
  return works ? null : "bubblewrap cannot make a jail here";
}

/** A text may take this long, seconds; loops that the generator made without an end are cut off. */
const patience = "0.5";

/**
 * The report of a command has the number of its words, then each, all ended by NUL. It goes to a file by name, because a
 * text may close or move any descriptor, and to one of its own, because commands of a pipeline report at once. `FUNCNEST` bounds functions that call themselves, `ulimit -f` what a loop writes (KiB).
 */
const driver = `
command_not_found_handle() { builtin printf '%s\\0' "$#" "$@" >> "$ORACLE_REPORT.$BASHPID"; return $ORACLE_CODE; }
export -f command_not_found_handle
export PATH=/nowhere FUNCNEST=4 HOME=/home ORACLE_REPORT ORACLE_CODE
ulimit -f 64 -c 0
for text in /jail/*/text; do
  place=\${text%/text}
  script=
  IFS= read -r -d '' script < "$text"
  for ORACLE_CODE in 0 1; do
    ORACLE_REPORT=$place/report$ORACLE_CODE
    cd "$place/folder$ORACLE_CODE" || exit 1
    /usr/bin/timeout -s KILL ${patience} /bin/bash --noprofile --norc -c "$script" < /dev/null > /dev/null 2>&1
  done
done
`;

const jail = [
  "/usr/bin/bwrap --unshare-all --die-with-parent --new-session --clearenv --ro-bind /usr /usr",
  "--symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --dir /home",
]
  .join(" ")
  .split(" ");

/** Runs each text in a jail of them all; the answers are in the same order. Synchronous. */
export function runTexts(texts: readonly string[]): readonly Deeds[] {
  const folder = mkdtempSync(join(tmpdir(), "rein-oracle-"));
  try {
    const places = texts.map((text, at) => {
      const place = join(folder, String(at).padStart(6, "0"));
      for (const name of ["folder0", "folder1"]) mkdirSync(join(place, name), { recursive: true });
      writeFileSync(join(place, "text"), text);
      return place;
    });
    Bun.spawnSync([...jail, "--bind", folder, "/jail", "/bin/bash", "--noprofile", "--norc", "-c", driver], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
      // What a text left running in the background ends with the jail.
      timeout: 5_000 + texts.length * 2_000,
      killSignal: "SIGKILL",
    });
    return places.map(deedsIn);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function deedsIn(place: string): Deeds {
  const commands = new Map<string, readonly string[]>();
  const files = new Set<string>();
  for (const code of ["0", "1"]) {
    for (const name of readdirSync(join(place, `folder${code}`))) files.add(name);
  }
  for (const name of readdirSync(place).filter((one) => one.startsWith("report"))) {
    for (const words of readReport(readFileSync(join(place, name), "utf8")))
      commands.set(words.join("\0"), words);
  }
  return { commands: [...commands.values()], files: [...files] };
}

function readReport(text: string): string[][] {
  const fields = text.split("\0");
  const commands: string[][] = [];
  // The last one is empty, or cut off with what ended it.
  for (let at = 0; at < fields.length - 1;) {
    const count = Number(fields[at]);
    if (!Number.isInteger(count) || at + count >= fields.length) break;
    commands.push(fields.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return commands;
}
