/** The environment of the programs that rein starts. */

import type { CallClass } from "../protocol/approval.ts";
import { lookingGit } from "./git-environment.ts";
import { isInherited, isProxyName, mayBePassed, withoutLogin } from "./inherited-names.ts";
import { activatedFolders, searchPath } from "./search-path.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type ChildOptions = {
  /** What kind of call it is. One that only looks gets nothing of what could make it do more. @default "needs_approval" */
  readonly class?: CallClass | undefined;
  /** Names of further variables that the user wants commands to have. @default [] */
  readonly pass?: readonly string[] | undefined;
  /** The project's folder: absolute, real. No program of its own is found by its name. */
  readonly root?: string | undefined;
};

/** True for the name of a variable that no child gets because it looks like a credential. */
export function isCredentialName(name: string): boolean {
  return credential.test(name);
}

/** Names that look like a credential: rein's own keys, the providers', and everybody else's. */
const credential =
  /(API_?KEY(_\w+)?|TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|SSHPASS|CREDENTIALS?|_PWD|(^|_)(KEY(_ID|_BASE)?|PASS|PAT|AUTH(_CONFIG)?))$/i;

/** A program that only fails: for programs that ask for a password in a window when they have no terminal. */
const noAnswer = "/bin/false";

/**
 * No pager, editor, password dialog or colour: nothing that would wait for a person or draw on a screen. `false` as
 * an editor makes `git commit` without a message fail at once.
 *
 * Not here: settings for git (hooks, signing, ssh), which only commands that look get. A command that the user allowed
 * does what it does for the user; and ssh without a terminal and an askpass program asks nobody anyway, so that
 * `GIT_SSH_COMMAND` would only hide the user's own `core.sshCommand`.
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
  // Nothing that a command was not run for: in the sandbox each of these would be a question about a host.
  NO_UPDATE_NOTIFIER: "1",
  npm_config_update_notifier: "false",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  DO_NOT_TRACK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
} as const;

/**
 * The environment of a command of the model's, begun from nothing: what tells who and where the user is, what their tools
 * need to be found, and what the user names. No credentials but named ones, and nothing that would change how bash reads
 * the text that was shown. A command that the user allowed may ask their ssh agent to sign; one that only looks may not.
 */
export function childEnvironment(
  environment: Environment,
  options: ChildOptions = {},
): Record<string, string> {
  const { pass = [], root } = options;
  const looks = options.class === "read_only";
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    if (pass.includes(name) && mayBePassed(name, looks)) result[name] = value;
    else if (isInherited(name) || (name === "SSH_AUTH_SOCK" && !looks)) result[name] = value;
    else if (isProxyName(name)) result[name] = withoutLogin(value);
  }
  const activated = looks ? [] : activatedFolders(environment);
  const PATH = searchPath(environment["PATH"] ?? "", { root, activated });
  return { ...result, ...fixed, ...(looks ? lookingGit : {}), PATH };
}
