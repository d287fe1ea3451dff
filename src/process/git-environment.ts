/** What keeps git from the programs that a repository names. Only data. */

/**
 * Settings that win over those of the repository, its includes and its submodules. An empty value would make git fail;
 * `false` as a program only fails. Filters, `textconv` and `diff.external` cannot be set off like this: a repository that
 * has them is asked about (see `startsProgram` in git-gravity.ts).
 */
const settings = {
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  "core.sshCommand": "false",
  "safe.bareRepository": "explicit",
  "gpg.program": "false",
  "gpg.ssh.program": "false",
  "gpg.x509.program": "false",
  "log.showSignature": "false",
} as const;

/**
 * For git in a command that only looks. No protocol at all: a partial clone fetches what is missing when it is looked at,
 * by a program that the repository names.
 */
export const lookingGit: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_CONFIG_COUNT: String(Object.keys(settings).length),
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
};
