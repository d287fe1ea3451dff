/** Which git commands only look at the repository. Pure. */
import { say } from "../words/say.ts";
import type { Word } from "./shell-syntax.ts";
import { isSecretLooking } from "./sensitive-paths.ts";

/** What a git command that only looks names, or why it is not known to. */
export type GitLook = { readonly paths: readonly Word[]; readonly folders: readonly Word[] } | string;

const looking =
  /^(status|diff|log|show|shortlog|rev-list|rev-parse|describe|blame|annotate|ls-files|ls-tree|merge-base|cat-file|grep|name-rev|for-each-ref|show-ref|show-branch|count-objects|diff-tree|diff-index|diff-files|whatchanged|cherry|check-ignore|check-attr|range-diff|version|reflog|stash|branch|tag|remote|worktree|config)$/;

/** Long options that write, run a program or read outside the repository; git takes any beginning of them. */
const doing =
  "--output --output-directory --ext-diff --textconv --no-index --open-files-in-pager --filters --show-signature --contents --ignore-revs-file --stdin --exec --upload-pack --receive-pack --paginate --pathspec-from-file --exclude-from --exclude-per-directory --file --edit --batch-command --help --alternate-refs".split(
    " ",
  );

/** Says what `git WORDS` looks at; `words` come after `git`. */
export function gitLook(words: readonly Word[]): GitLook {
  const folders: Word[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const text = words[at]?.text ?? "";
    if (/^--(no-pager|no-optional-locks|literal-pathspecs|icase-pathspecs)$/.test(text)) continue;
    if (text !== "-C") break;
    const folder = words[(at += 1)];
    if (folder === undefined || folder.unknown) return say`\`git -C\` leads to an unknown folder`;
    folders.push(folder);
  }
  const [command, ...rest] = words.slice(at);
  if (command === undefined || command.unknown) return say`\`git\` alone does nothing that is known`;
  if (/^(--version|-v)$/.test(command.text) && rest.length === 0) return { paths: [], folders };
  if (!looking.test(command.text)) return say`\`git ${command.text}\` is not known to only look`;
  const unclear = rest.find((word) => word.unknown || (word.glob && /^[*?[]/.test(word.text)));
  if (unclear !== undefined) return say`${unclear.text} is known only when it runs`;
  const end = rest.findIndex(({ text }) => text === "--");
  const options = (end === -1 ? rest : rest.slice(0, end))
    .filter(({ text }) => text.startsWith("-"))
    .map(({ text }) => text);
  const operands = rest.filter(({ text }, index) => (end !== -1 && index > end) || !text.startsWith("-"));
  const fault =
    optionFault(command.text, options) ??
    formFault(
      command.text,
      options,
      operands.map(({ text }) => text),
    );
  if (fault !== null) return `\`git ${command.text}\` ${fault}`;
  const secret = operands.find(
    ({ text }) => /:/.test(text) && isSecretLooking(`/${text.slice(text.indexOf(":") + 1)}`),
  );
  if (secret !== undefined) return say`${secret.text} looks like it holds secrets`;
  const paths = [...operands, ...options.flatMap(valueOf)].filter(
    ({ text, tilde }) => tilde || text.startsWith("/") || text.split("/").includes(".."),
  );
  return { paths, folders };
}

function valueOf(option: string): Word[] {
  const text = /^(?:--[\w-]+=|-[a-zA-Z])(.+)$/s.exec(option)?.[1];
  return text === undefined
    ? []
    : [{ text, glob: false, tilde: false, bare: Infinity, unknown: false, shows: [], stream: false }];
}

function optionFault(command: string, options: readonly string[]): string | null {
  for (const option of options) {
    const [name = ""] = option.split("=");
    const risky =
      name.startsWith("--") &&
      name !== "--text" &&
      doing.some((one) => one.startsWith(name) || name.startsWith(one));
    if (risky && !(command === "cat-file" && /^--batch(-check)?$/.test(name))) return say`gets ${name}`;
    if (/^-[a-zA-Z]*O/.test(name) && !name.startsWith("--")) return say`gets ${name}`;
    if (/^-[a-zA-Z]*f/.test(name) && !name.startsWith("--") && command === "grep") return say`gets ${name}`;
    if (/%G/.test(option)) return say`checks signatures with a program`;
  }
  return null;
}

/** Commands that look in one form and change something in another. */
function formFault(command: string, options: readonly string[], operands: readonly string[]): string | null {
  const [first] = operands;
  const only = (pattern: RegExp) => options.find((option) => !pattern.test(option));
  switch (command) {
    case "reflog":
      return first === undefined || /^(show|list|exists)$/.test(first) || /^(HEAD|@)/.test(first)
        ? null
        : say`${first} may change something`;
    case "stash":
      return first === "list" || first === "show" ? null : say`changes something`;
    case "worktree":
      return first === "list" ? null : say`changes something`;
    case "remote":
      return first === undefined && only(/^(-v|--verbose)$/) === undefined
        ? null
        : say`may connect to a server or show its address`;
    case "branch": {
      const odd = only(
        /^(-a|-r|-v|-vv|-l|-i|--list|--all|--remotes|--verbose|--show-current|--merged|--no-merged|--(no-)?contains|--points-at|--(merged|no-merged|contains|no-contains|points-at|sort|format|color|column|abbrev)=.*|--sort|--format|--color|--no-color|--no-column|--ignore-case)$/,
      );
      const lists = options.some((option) =>
        /^(-l|--list|--(no-)?merged|--(no-)?contains|--points-at|--sort|--format)$/.test(option),
      );
      return odd === undefined && (first === undefined || lists) ? null : say`may change branches`;
    }
    case "tag": {
      const odd = only(
        /^(-l|-n\d*|-i|--list|--(no-)?merged|--(no-)?contains|--points-at|--(merged|no-merged|contains|no-contains|points-at|sort|format|color|column)=.*|--sort|--format|--ignore-case)$/,
      );
      const lists = options.some((option) =>
        /^(-l|-n\d*|--list|--(no-)?merged|--(no-)?contains|--points-at)$/.test(option),
      );
      return odd === undefined && (first === undefined || lists) ? null : say`may change tags`;
    }
    case "config": {
      const odd = only(
        /^(--get|--get-all|--local|--global|--show-origin|--show-scope|--bool|--int|--type=\w+|--default=.*)$/,
      );
      const key = first === "get" ? operands[1] : first;
      const count = first === "get" ? operands.length - 1 : operands.length;
      // Addresses of servers and headers for them may hold tokens.
      const isOpen =
        /^(user|core|branch|init|pull|push|diff|merge|color|commit|fetch|log|status|rebase|tag)\.[\w.-]+$/.test(
          key ?? "",
        );
      return odd === undefined && isOpen && count === 1 ? null : say`may change or show settings`;
    }
    default:
      return null;
  }
}
