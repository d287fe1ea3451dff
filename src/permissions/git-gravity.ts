/** Git commands that no rule lets run without asking. Pure. */
import { say } from "../words/say.ts";

/** Why `git REST` is always asked, or null: it loses work, overwrites what others have, or runs a program that it names. */
export function gitGravity(rest: readonly string[]): string | null {
  let at = 0;
  while (at < rest.length && rest[at]?.startsWith("-") === true) {
    const option = rest[at] ?? "";
    if (option === "-c" && programKeys.test(rest[at + 1] ?? ""))
      return say`\`git -c ${rest[at + 1] ?? ""}\` has git run a program`;
    if (/^(-c.|--config-env|--exec-path=|--git-dir|--work-tree|--namespace)/.test(option))
      return say`\`git ${option}\` takes its settings from somewhere else`;
    at += /^-[cC]$/.test(option) ? 2 : 1;
  }
  const [command = "", ...words] = rest.slice(at);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const runs = words.find(
    (word) =>
      programOptions.test(word) ||
      (command === "grep" && /^-[a-zA-Z]*O/.test(word)) ||
      (command === "clone" && word.startsWith("-u")),
  );
  if (runs !== undefined) return say`\`git ${command} ${runs}\` runs another program`;
  switch (command) {
    case "push":
      return has(forced) ? say`the push overwrites or deletes what is on the server` : null;
    case "reset":
      return has(/^--(h|ha|har|hard|merge|keep)$/) ? say`\`git reset\` drops work` : null;
    case "clean":
      return has(/^(-[a-zA-Z]*f|--force)/) && !has(/^(-[a-zA-Z]*n|--dry-run)/)
        ? say`\`git clean\` deletes what git does not know`
        : null;
    case "checkout":
    case "restore":
    case "switch":
      return has(/^(-f|--force|--discard-changes|\.|:\/|\*)$/) && !has(/^--staged$|^-S$/)
        ? say`\`git ${command}\` drops work`
        : null;
    case "stash":
      return has(/^(drop|clear)$/) ? say`\`git stash\` drops work` : null;
    case "reflog":
      return has(/^(expire|delete)$/) ? say`\`git reflog\` drops history` : null;
    case "gc":
    case "prune":
      return has(/^--prune=/) || command === "prune" ? say`git drops history` : null;
    case "update-ref":
      return has(/^-d$/) ? say`git drops history` : null;
    case "filter-branch":
    case "filter-repo":
      return say`\`git ${command}\` rewrites history`;
    case "difftool":
    case "mergetool":
    case "instaweb":
    case "daemon":
    case "send-email":
      return say`\`git ${command}\` runs another program`;
    case "bisect":
      return words[0] === "run" ? say`\`git bisect run\` runs another program` : null;
    case "submodule":
      return words[0] === "foreach" ? say`\`git submodule foreach\` runs commands` : null;
    case "rebase":
      return has(/^(-[a-zA-Z]*x|--exec)/) ? say`\`git rebase\` runs commands` : null;
    case "config":
      return has(programKeys) || has(/^(-e|--edit|-f|--file.*)$/)
        ? say`\`git config\` makes git run a program`
        : null;
    case "credential":
      return say`\`git credential\` shows passwords`;
    default:
      return null;
  }
}

const forced = /^(-[a-zA-Z]*f[a-zA-Z]*|-[a-zA-Z]*d[a-zA-Z]*|--force.*|--delete|--mirror|--prune|\+.*|:.+)$/;
const programOptions = /^--(upl|rece|ext-|extcmd|open-f|op$|op=|open=)/;

/** Settings whose value is a program, or that lead to other settings. */
export const programKeys =
  /^(alias\.|log\.showsignature|core\.(fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|worktree|attributesfile|alternaterefscommand)|gpg\.|filter\.|diff\.(external|.*\.(command|textconv))|difftool\.|mergetool\.|merge\..*\.driver|credential\.|include|pager\.|sequence\.editor|browser\.|man\.|web\.|uploadpack\.|receivepack\.|remote\..*\.(uploadpack|receivepack|vcs|proxy)|sendemail\.|ssh\.|extensions\.worktreeconfig|trailer\.|interactive\.difffilter|instaweb\.|init\.templatedir|submodule\..*\.update)/i;

/**
 * Those of them that start nothing while a command only looks, because git's environment keeps it from them then (see
 * child-environment.ts): hooks of the project's own, what is only for the network, for editing and for signing.
 */
const heldBackKeys =
  /^(core\.(hookspath=(?!.*\.\.)[\w.][\w./-]*$|editor=|sshcommand=|askpass=|gitproxy=)|credential\.|gpg\.(format|ssh\.(allowedsignersfile|revocationfile|defaultkeycommand))=|remote\..*\.proxy=|sequence\.editor=|interactive\.difffilter=|extensions\.worktreeconfig=|sendemail\.|init\.templatedir=|submodule\..*\.update=[^!])/i;

/**
 * True for a setting (`section.name.key=value`) with which looking at a repository may run a program, or that leaves that
 * unknown. `hardened`: git runs with the environment of commands that only look.
 */
export function startsProgram(setting: string, hardened: boolean): boolean {
  if (/^(core\.fsmonitor|pager\.\w+)=(true|false|1|0|yes|no|on|off)?$/i.test(setting)) return false;
  if (hardened && heldBackKeys.test(setting)) return false;
  // What is missing in a partial clone is fetched when it is looked at, by whatever the settings say.
  if (!hardened && /^(extensions\.partialclone|remote\..*\.promisor)=/i.test(setting)) return true;
  return programKeys.test(setting) || /^(bare|hook|unreadable)=/.test(setting);
}
