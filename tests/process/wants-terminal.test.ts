import { describe, expect, test } from "bun:test";
import { runCommand } from "../../src/process/run-command.ts";
import { wantsTerminal } from "../../src/process/wants-terminal.ts";
import { makeProject } from "../support/project.ts";

function told(output: string, exitCode: number | null = 1) {
  return wantsTerminal({ command: "anything", exitCode, output });
}

describe("a command that failed for want of a terminal", () => {
  test.each([
    ["sudo", "sudo: a terminal is required to read the password; either use the -S option\n"],
    ["sudo", "sudo: no tty present and no askpass program specified\n"],
    ["sudo", "building\nsudo: a password is required\n"],
    ["doas", "doas: a tty is required\n"],
    ["su", "su: must be run from a terminal\n"],
    ["ssh", "Host key verification failed.\r\nfatal: Could not read from remote repository.\n"],
    ["ssh", "u@host: Permission denied (publickey,password).\r\n"],
    ["ssh", "Permission denied (publickey,keyboard-interactive).\n"],
    ["ssh", "read_passphrase: can't open /dev/tty: No such device or address\n"],
    ["git", "fatal: could not read Username for 'https://host': terminal prompts disabled\n"],
    ["git", "fatal: could not read Password for 'https://u@host': No such device or address\n"],
    ["git", "error: unable to read askpass response from '/bin/false'\n"],
    ["git", "error: There was a problem with the editor 'false'.\nPlease supply the message using -m.\n"],
    ["vim", "Vim: Warning: Output is not to a terminal\nVim: Warning: Input is not from a terminal\n"],
    ["emacs", "emacs: standard input is not a tty\n"],
    ["It", "Error opening terminal: dumb.\n"],
    ["top", "top: failed tty get\n"],
    ["tmux", "open terminal failed: not a terminal\n"],
    ["screen", "Must be connected to a terminal.\n"],
    ["docker", "the input device is not a TTY\n"],
    ["stty", "stty: 'standard input': Inappropriate ioctl for device\n"],
    ["gpg", "gpg: signing failed: Inappropriate ioctl for device\n"],
    ["It", "termios.error: (25, 'Inappropriate ioctl for device')\n"],
    ["It", "Error: could not open a new TTY: open /dev/tty: no such device or address\n"],
    ["It", "/bin/bash: line 1: /dev/tty: No such device or address\n"],
    ["It", "Failed to open /dev/tty\n"],
  ])("%s: %j", (who, output) => {
    const sentence = told(output) ?? "";
    expect(sentence).toContain(who);
    expect(sentence).toEndWith("the user can run it with `!`.");
  });

  test("is told also when it was stopped at its time limit", () => {
    expect(told("Vim: Warning: Output is not to a terminal\n", null)).toContain("vim");
  });
});

test.each([
  ["it went well", "sudo: a password is required\n", 0],
  ["nothing was said", "", 1],
  ["a key was refused", "git@host: Permission denied (publickey).\r\n", 255],
  ["a file was refused", "cat: /etc/shadow: Permission denied\n", 1],
  [
    "ssh only remarks on it",
    "Pseudo-terminal will not be allocated because stdin is not a terminal.\r\n",
    255,
  ],
  [
    "the words stand in a file that was searched",
    "docs/faq.md:12: sudo: a terminal is required to read it\n",
    1,
  ],
  ["the words are far from the end", `top: failed tty get\n${"x\n".repeat(5_000)}`, 1],
  ["tty answers its question", "not a tty\n", 1],
])("nothing is said when %s", (_, output, exitCode) => {
  expect(told(output, exitCode)).toBeNull();
});

describe("programs on this machine that ask for a terminal end by themselves", () => {
  test.each([
    ["top", "top", true],
    ["ssh", "ssh -o ConnectTimeout=1 nobody@127.0.0.1", false],
    ["less", "less /etc/hosts", false],
    ["man", "man man; true", false],
    ["tmux", "tmux -L none attach", false],
    ["stty", "stty -a", true],
    ["bash", "exec </dev/tty", true],
    ["python3", "python3", false],
    ["openssl", "openssl genrsa -aes256 -out /dev/null 2048", false],
    ["git", "git -c user.name=n -c user.email=e commit --allow-empty", true],
    ["sudo", "sudo -k; sudo true", true],
    ["nano", "nano", true],
    ["crontab", "crontab -e", true],
  ])("%s: %s", async (program, command, isTold) => {
    // Not every machine has every program; what is not there cannot wait.
    if (Bun.which(program) === null || (program === "sudo" && process.getuid?.() === 0)) return;
    await using project = await makeProject();
    await Bun.$`git init -q .`.cwd(project.folder).quiet();
    const { signal } = new AbortController();
    const result = await runCommand({
      command,
      cwd: project.folder,
      env: project.env,
      signal,
      timeoutMs: 20_000,
    });
    expect(result.timedOut).toBe(false);
    if (isTold) expect(wantsTerminal({ command, ...result })).not.toBeNull();
  });
});
