import { describe, expect, test } from "bun:test";
import { childEnvironment } from "../../src/process/child-environment.ts";
import { type CommandRequest, runCommand } from "../../src/process/run-command.ts";
import { findBash, shellArguments } from "../../src/process/shell.ts";
import { hasProc } from "../support/processes.ts";
import { makeProject } from "../support/project.ts";

const hasBash = findBash() !== null;

function run(command: string, cwd: string, more: Partial<CommandRequest> = {}) {
  return runCommand({ command, cwd, signal: new AbortController().signal, ...more });
}

describe.skipIf(!hasBash)("the folder in which the shell ended", () => {
  test.each([
    ["true", ""],
    ["cd sub", "/sub"],
    ["cd sub && ls", "/sub"],
    ["cd sub; cd ..; cd 'with blank'", "/with blank"],
    ["cd sub; exit 3", "/sub"],
    ["cd sub; false", "/sub"],
    ["set -e; cd sub; false; cd ..", "/sub"],
    ["set -C; cd sub", "/sub"],
    ["set -u; cd sub; echo $nothing", "/sub"],
    ["f() { cd sub; }; f", "/sub"],
    ["pushd sub >/dev/null", "/sub"],
    ["(cd sub)", ""],
    ["echo $(cd sub; pwd)", ""],
    ["cd sub | cat", ""],
    ["cd sub & wait", ""],
    ["cd $'line\\nend'", "/line\nend"],
    ["cd link", "/sub"],
    ["cd nowhere", ""],
    ["echo unfinished 'quote", ""],
  ])("%j: %j", async (command, folder) => {
    await using project = await makeProject({
      "sub/file": "",
      "with blank/file": "",
      "line\nend/file": "",
    });
    await Bun.$`ln -s sub ${project.path("link")}`;
    expect((await run(command, project.folder)).endedIn).toBe(`${project.folder}${folder}`);
  });

  test.each([
    ["the shell was killed", "cd sub; kill -9 $$"],
    ["it replaced itself", "cd sub; exec true"],
    ["the folder is gone", "mkdir gone; cd gone; rmdir ../gone"],
    ["it has a trap of its own", "trap 'echo bye' EXIT; cd sub"],
  ])("is not known when %s", async (_, command) => {
    await using project = await makeProject({ "sub/file": "" });
    expect((await run(command, project.folder)).endedIn).toBeNull();
  });

  test("is not known of a command that was stopped", async () => {
    await using project = await makeProject({ "sub/file": "" });
    const stop = new AbortController();
    const command = "cd sub; trap '' TERM; echo on; sleep 60";
    const result = await run(command, project.folder, { signal: stop.signal, onOutput: () => stop.abort() });
    expect(result).toMatchObject({ aborted: true, endedIn: null });
  });
});

/** What bash itself does with a command, both streams in one. */
async function plainly(
  command: string,
  cwd: string,
): Promise<{ output: string; exitCode: number | null; signal: string | null }> {
  const merged = ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", ...shellArguments(command)];
  const child = Bun.spawn(merged, {
    cwd,
    env: childEnvironment(process.env),
    stdin: "ignore",
    stdout: "pipe",
  });
  const output = await new Response(child.stdout).text();
  await child.exited;
  return {
    output,
    exitCode: child.exitCode,
    signal: child.signalCode === null ? null : String(child.signalCode),
  };
}

describe.skipIf(!hasBash)("a command does what it does in bash", () => {
  test.each([
    "exit 3",
    "false",
    "exit 300",
    "(exit 5)",
    "kill -TERM $$",
    "kill -9 $$",
    "sh -c 'exit 9'",
    "true; sh -c 'exit 143'",
    "sleep 0 & wait $!",
    "set -e; false; echo no",
    "set -e; true; (exit 4); echo no",
    "set -o pipefail; false | true",
    "set -eu; echo $nothing",
    "set -x; echo traced; cd /",
    "set -v; echo\necho verbose",
    "set -x; exit 7",
    "BASH_XTRACEFD=1; set -x; true",
    'echo "$0" "$#" "$@" "$-" [$1]',
    'echo "$BASH_EXECUTION_STRING"',
    'echo "$LINENO"\necho $LINENO',
    "echo $?",
    'echo $BASH_SUBSHELL $SHLVL $OPTIND "${BASH_SOURCE[@]}" "${FUNCNAME[@]}"',
    "declare -F; declare -f; alias; shopt -p; set -o; jobs",
    "trap; trap -p",
    "(trap)",
    "trap 'echo bye' EXIT; echo hi",
    "trap 'echo bye; exit 9' EXIT; exit 2",
    "trap - EXIT; exit 2",
    "trap 'echo err' ERR; false; true",
    "exec echo replaced",
    "exec nosuchprogram",
    "exec 3>&1; echo three >&3; ls /proc/self/fd 2>/dev/null | wc -l",
    "env | grep -v '^REIN_RUN=' | sort",
    "bash -c 'env | grep -c BASH_ENV'; env | grep -c ENDED",
    "compgen -v | grep -v '^REIN_RUN$' | grep -i 'rein\\|BASH_ENV'",
    "nosuchprogram",
    "if; then",
    "echo one\necho 'two",
    "echo one; fi",
    "&& true",
    "echo )",
    "cat <<EOF\n$HOME `echo b` $(echo c) \\$d 'e' \"f\"\nEOF",
    "cat <<'EOF'\n$HOME `echo b`\nEOF",
    "cat <<EOF\nunfinished",
    "echo 'a'\"b\"c\\ d $'\\t|' \"it's\" `echo q`",
    "# only a comment",
    "#!/bin/sh\necho interpreter line",
    "\n\necho after empty lines",
    "echo no newline at the end; printf x",
    "printf 'a\\0b'",
    "f() { return 6; }; f",
    "f() { exit 8; }; f; echo no",
    "read x; echo $? [$x]",
    "echo out; echo err >&2; echo out2",
    "ulimit -f 0; echo x > toolarge; echo $?",
    "alias x=y; x",
    "shopt -s expand_aliases\nalias x='echo aliased'\nx",
    "builtin() { echo mine; }; pwd() { echo mine; }; pwd",
    "set -r; echo restricted",
    "enable -n pwd; exit 4",
    "POSIXLY_CORRECT=1; set -o posix; exit 5",
    "time -p true 2>/dev/null; exit 1",
    "coproc cat; exit 2",
    "eval 'exit 6'",
    ". /dev/null; exit 7",
    "return 3; echo after",
    "echo ${x:?is missing}; echo no",
    "declare -r y=1; y=2; echo after",
    "((1/0)); echo $?",
    `echo ${"long ".repeat(20_000)} | wc`,
    "echo \u{1f600} 'ü' \\u00e9",
  ])("%j", async (command) => {
    await using project = await makeProject();
    const plain = await plainly(command, project.folder);
    const { output, exitCode, signal } = await run(command, project.folder, {
      limits: { head: 200_000, tail: 200_000 },
    });
    expect({ output, exitCode, signal }).toEqual(plain);
  });

  test("but tells of a killed program like a longer script would", async () => {
    const result = await run("sh -c 'kill -9 $$'", "/");
    expect(result).toMatchObject({ exitCode: 137, signal: null });
    expect(result.output).toMatch(/^\/\S+: line 1: +\d+ Killed +sh -c/);
  });

  test.skipIf(!hasProc)("what it leaves running holds no descriptor of rein's but the output", async () => {
    await using project = await makeProject();
    const script =
      "sleep 60 & until grep -q ^sleep /proc/$!/cmdline && grep -q '^State:.S' /proc/$!/status; do :; done; echo /proc/$!/fd/*; kill $!";
    const { output } = await run(script, project.folder);
    expect(
      output
        .trim()
        .split(" ")
        .map((path) => path.split("/").at(-1)),
    ).toEqual(["0", "1", "2"]);
  });
});
