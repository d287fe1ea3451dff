/** Whether a terminal takes links (OSC 8). */

type Environment = Readonly<Record<string, string | undefined>>;

/** Names of terminals that print the sequence, or part of it, as text. GNU screen took it in with 5.0. */
const without = /^(?:dumb|linux|cons25|emacs|eterm|screen)/i;

/**
 * True unless the environment says that the terminal is one that does not. Unknown terminals drop the sequence; under
 * NO_COLOR they are not tried. tmux passes links on from 3.4, and drops them before.
 */
export function takesHyperlinks(env: Environment): boolean {
  const term = env["TERM"] ?? "";
  if (term === "" || (env["NO_COLOR"] ?? "") !== "") return false;
  if (isSet(env["STY"]) || (without.test(term) && !(term.startsWith("screen") && isSet(env["TMUX"]))))
    return false;
  // VTE 0.48 and 0.49 crash on some of them.
  const vte = env["VTE_VERSION"];
  return !isSet(vte) || !(Number(vte) < 5000);
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
