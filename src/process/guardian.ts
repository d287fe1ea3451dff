/**
 * A small process that outlives rein by a moment: when rein is gone, however it went (also by `kill -9`), it kills
 * what rein's commands left running, and ends. It is a shell that waits for a line on a pipe, so it costs nothing
 * meanwhile; the other end of the pipe is open in rein alone, so the kernel itself tells it when rein is gone.
 */
import { closeSync, writeSync } from "node:fs";
import { runMark } from "./marked-processes.ts";
import { openPipeEnds } from "./pipe.ts";
import { processStat } from "./proc.ts";

/** A process group and when its first process started, so that a later owner of the number is told apart. */
export type GuardedGroup = { readonly pid: number; readonly startedAt: string };

/**
 * `$1` is the mark of rein's commands, `$2` rein's folder for small files. Lines on stdin: `+ GROUP START` and
 * `- GROUP`. Fields of `stat` as in proc.ts. A process is killed when it has the mark; a group, when its first
 * process is the one that rein started, or is gone while others are still in its session. A few rounds, because
 * something may be starting while it looks.
 */
const script = `
trap '' HUP INT TERM
mark=$1 folder=$2 groups=
while read -r sign group start; do
  if [ "$sign" = + ]; then groups="$groups $group:$start"; continue; fi
  rest=
  for known in $groups; do [ "\${known%%:*}" = "$group" ] || rest="$rest $known"; done
  groups=$rest
done
look() {
  stat=
  { IFS= read -r stat < "/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${stat##*") "}
  group=$3 session=$4 start=\${20}
}
ours() {
  [ -r /proc/self/stat ] || return 0
  if look "$1"; then [ "$start" = "$2" ]; return; fi
  for process in /proc/[0-9]*; do
    look "\${process#/proc/}" && [ "$group" = "$1" ] && [ "$session" = "$1" ] && return 0
  done
  return 1
}
for known in $groups; do
  ours "\${known%%:*}" "\${known#*:}" && kill -s KILL -- "-\${known%%:*}" 2>/dev/null
done
quiet=0 rounds=0
while [ -r /proc/self/environ ] && [ $quiet -lt 2 ] && [ $rounds -lt 50 ]; do
  found=$(grep -lzs -e "^$mark" /proc/[0-9]*/environ)
  if [ -z "$found" ]; then quiet=$((quiet + 1)); else quiet=0; fi
  for file in $found; do
    pid=\${file#/proc/}
    kill -s KILL "\${pid%/environ}" 2>/dev/null
  done
  rounds=$((rounds + 1))
  sleep 0.1
done
[ -n "$folder" ] && rm -rf -- "$folder"
`;

/** Where `grep`, `sleep` and `rm` are; nothing of the user's PATH runs here. */
const environment = { PATH: "/usr/bin:/bin", LC_ALL: "C" };

let writer: number | null = null;
let folderToRemove = "";

/** The folder that is removed, with the files in it, when rein is gone. To be told before the first command. */
export function guardFolder(folder: string): void {
  folderToRemove = folder;
}

/** Makes sure that a guardian runs. It knows the groups in `running`. */
export function startGuardian(running: Iterable<GuardedGroup>): void {
  if (writer !== null) return;
  const ends = openPipeEnds();
  // Without a C library to call there is no pipe to be had that no other child inherits. Every way out on which rein
  // still runs code ends the commands as well.
  if (ends === null) return;
  const [reader, end] = ends;
  try {
    const child = Bun.spawn(["/bin/sh", "-c", script, "rein-guardian", runMark, folderToRemove], {
      cwd: "/",
      env: environment,
      stdio: [reader, "ignore", "ignore"],
      detached: true,
    });
    child.unref();
    writer = end;
  } catch {
    // No /bin/sh, or no more processes: the command that is to be started says so itself.
    closeSync(end);
  } finally {
    closeSync(reader);
  }
  for (const group of running) tell(`+ ${group.pid} ${group.startedAt}`);
}

/** Tells the guardian of a group that rein has started. */
export function guard(group: GuardedGroup, running: Iterable<GuardedGroup>): void {
  if (tell(`+ ${group.pid} ${group.startedAt}`)) return;
  // Somebody has killed it.
  startGuardian(running);
}

/** Tells the guardian that nothing of a group runs any more. */
export function unguard(group: GuardedGroup): void {
  tell(`- ${group.pid}`);
}

/** When the first process of a group started; empty without `/proc`. */
export function startOf(pid: number): string {
  return processStat(pid)?.startedAt ?? "";
}

function tell(line: string): boolean {
  if (writer === null) return false;
  try {
    writeSync(writer, `${line}\n`);
    return true;
  } catch {
    // EPIPE: it is gone. The next command starts another one, which is told of all groups.
    closeSync(writer);
    writer = null;
    return false;
  }
}
