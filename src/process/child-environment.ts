/** The environment of the programs that rein starts. */

type Environment = Readonly<Record<string, string | undefined>>;

/** Names that look like a credential: rein's own keys, the providers', and everybody else's. */
const credential = /(^|_)(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|PRIVATE_KEY|ACCESS_KEY(_ID)?)$/i;

/** What makes bash run code or read its text differently from how it was shown to the user, and forced colours. */
const unwanted =
  /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|PS4|IFS|CDPATH|GLOBIGNORE|PROMPT_COMMAND|FORCE_COLOR|CLICOLOR_FORCE)$/;

/**
 * No pager, editor, password dialog or colour: nothing that would wait for a person or draw on a screen. `false` as
 * an editor makes `git commit` without a message fail at once.
 */
const fixed = {
  REIN: "1",
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  MANPAGER: "cat",
  GIT_PAGER: "cat",
  EDITOR: "false",
  VISUAL: "false",
  GIT_EDITOR: "false",
  GIT_SEQUENCE_EDITOR: "false",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
  SSH_ASKPASS_REQUIRE: "never",
} as const;

/** A copy of `environment` for a child: without credentials, without what would change or stop a command. */
export function childEnvironment(environment: Environment): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !credential.test(name) && !unwanted.test(name)) result[name] = value;
  }
  return { ...result, ...fixed };
}
