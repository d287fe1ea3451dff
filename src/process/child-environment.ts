/** The environment of the programs that rein starts. */

import { delimiter, isAbsolute } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Names that look like a credential: rein's own keys, the providers', and everybody else's. */
const credential =
  /(API_?KEY(_\w+)?|TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|SSHPASS|CREDENTIALS?|_PWD|(^|_)(KEY(_ID|_BASE)?|PASS|PAT|AUTH(_CONFIG)?))$/i;

/**
 * What makes bash run code or read its text differently from how it was shown to the user, forced colours, and the
 * names of the user's terminal: gpg's agent would draw its dialog there, over rein's screen.
 */
const unwanted =
  /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|PS4|IFS|CDPATH|GLOBIGNORE|PROMPT_COMMAND|FORCE_COLOR|CLICOLOR_FORCE|GPG_TTY|SSH_TTY)$/;

/** A program that only fails: for programs that ask for a password in a window when they have no terminal. */
const noAnswer = "/bin/false";

/**
 * No pager, editor, password dialog or colour: nothing that would wait for a person or draw on a screen. `false` as
 * an editor makes `git commit` without a message fail at once.
 *
 * Not here: settings for git (hooks, signing, ssh). A command that the user allowed does what it does for the user;
 * and ssh without a terminal and an askpass program asks nobody anyway, so that `GIT_SSH_COMMAND` would only hide the
 * user's own `core.sshCommand`.
 */
const fixed = {
  REIN: "1",
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  MANPAGER: "cat",
  GIT_PAGER: "cat",
  GH_PAGER: "cat",
  AWS_PAGER: "cat",
  BAT_PAGER: "cat",
  DELTA_PAGER: "cat",
  PSQL_PAGER: "cat",
  SYSTEMD_PAGER: "cat",
  EDITOR: "false",
  VISUAL: "false",
  GIT_EDITOR: "false",
  GIT_SEQUENCE_EDITOR: "false",
  GIT_TERMINAL_PROMPT: "0",
  // `git status` takes no lock for what it only does in passing, so that a `git commit` of the user's is not refused.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_ASKPASS: noAnswer,
  GCM_INTERACTIVE: "never",
  SSH_ASKPASS: noAnswer,
  SSH_ASKPASS_REQUIRE: "never",
  SUDO_ASKPASS: noAnswer,
  GH_PROMPT_DISABLED: "1",
  PIP_NO_INPUT: "1",
  DEBIAN_FRONTEND: "noninteractive",
} as const;

/** For a user without one: to a shell, an empty `PATH` is the folder it stands in. */
const systemPath = "/usr/local/bin:/usr/bin:/bin";

/**
 * A copy of `environment` for a child: without credentials, without what would change or stop a command, and with a
 * `PATH` of absolute folders only. A relative one is whatever lies in the folder, so `ls` could be a stranger's.
 */
export function childEnvironment(environment: Environment): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !credential.test(name) && !unwanted.test(name)) result[name] = value;
  }
  const folders = (result["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return { ...result, ...fixed, PATH: folders.join(delimiter) || systemPath };
}
