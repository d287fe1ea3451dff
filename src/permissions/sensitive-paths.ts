/**
 * Paths that need a person's eye wherever they are. Names are compared as the most forgiving file systems do: on macOS
 * and Windows `.GIT` is `.git`, on HFS+ also with invisible characters in it. Pure: nothing here looks at the disk, so
 * paths have to be real ones.
 */
import { isInside } from "./place.ts";

/** True for files that by their name hold secrets: reading or changing one is always asked, unless a rule names it. */
export function isSecretLooking(path: string): boolean {
  const whole = folded(path);
  const name = whole.slice(whole.lastIndexOf("/") + 1);
  // The addresses in a repository's configuration may hold a token.
  if (/\/\.git\/(.*\/)?config(\.worktree)?$/.test(whole)) return true;
  return secretNames.some((pattern) => pattern.test(name)) && !harmlessNames.test(name);
}

const secretNames = [
  /^\.env($|\.)/,
  /^\.?(netrc|npmrc|pypirc|pgpass|my\.cnf|git-credentials|htpasswd)$/,
  /^_netrc$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /\.(pem|key|p12|pfx|ppk|jks|keystore|kdbx)$/,
  /\.tfstate(\.backup)?$/,
  /^(credentials?|secrets?)(\.(json|ya?ml|toml|ini|txt))?$/,
  /^service[-_]account.*\.json$/,
];

function folded(path: string): string {
  return path
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
}

/** Examples, templates and public keys carry a secret's name and no secret. */
const harmlessNames = /(\.(example|sample|template|dist|pub)$)/;

/** Where rein keeps its own files, on top of the usual places; absolute and real. */
export type OwnFolders = readonly string[];

/** Why no mode and no rule lets a file be read without asking, or null. */
export function readProtection(path: string, own: OwnFolders = []): string | null {
  const name = folded(path);
  if (own.some((folder) => isInside(folded(folder), name))) return "rein's own files";
  if (/^\/proc\/[^/]+\/(environ|mem|root|fd|cwd)(\/|$)/.test(name)) return "another process's inside";
  return credentialStores.some((pattern) => pattern.test(name)) ? "a store of credentials" : null;
}

const credentialStores = [
  /\/\.(ssh|aws|gnupg|kube|azure|password-store)(\/|$)/,
  /\/\.docker\/config\.json$/,
  /\/\.config\/(gh|gcloud|rein|op)(\/|$)/,
  /\/\.local\/share\/(rein|keyrings)(\/|$)/,
  /\/library\/(keychains|application support\/rein)(\/|$)/,
  /\/\.rein\/auth[^/]*$/,
  /^\/etc\/(shadow|gshadow|sudoers)-?(\/|$)/,
  /\/\.(netrc|git-credentials|bash_history|zsh_history|python_history|node_repl_history|psql_history)$/,
];

/**
 * Why no mode and no rule lets a file be written without asking, or null: whoever writes there makes another program
 * run something later (git, the shell, an editor, a coding agent, the system), or changes what rein itself may do.
 * `root` is the project's folder; it may lie in a system folder itself.
 */
export function writeProtection(path: string, root: string, own: OwnFolders = []): string | null {
  const name = folded(path);
  for (const [pattern, why] of writeProtected) {
    if (pattern.test(name)) return why;
  }
  if (!isInside(folded(root), name) && systemFolders.test(name)) return "a system folder";
  return readProtection(path, own);
}

const writeProtected: readonly (readonly [RegExp, string])[] = [
  [/\/\.git(\/|$)/, "git's own files"],
  [/\/\.(gitmodules|gitconfig)$/, "git's configuration"],
  [/\/\.config\/git(\/|$)/, "git's configuration"],
  [/\/\.rein(\/|$)/, "rein's own configuration"],
  [/\/\.(claude|codex|cursor|gemini|agents?)(\/|$)/, "a coding agent's configuration"],
  [/\/\.mcp\.json$/, "a coding agent's configuration"],
  [/\/\.(vscode|idea|devcontainer|zed)(\/|$)/, "an editor's configuration, which can start programs"],
  [/\.code-workspace$/, "an editor's configuration, which can start programs"],
  [/\/\.husky(\/|$)/, "git hooks"],
  [/\/\.envrc$/, "run by direnv when the folder is entered"],
  [/\/\.(bash|zsh|k|c|tc)sh(rc|env|_profile|_login|_logout)$/, "a shell's startup file"],
  [
    /\/\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|zshrc|zshenv|zprofile|zlogin|profile|inputrc)$/,
    "a shell's startup file",
  ],
  [/\/\.config\/(fish|systemd|autostart|environment\.d)(\/|$)/, "started with the session"],
  [/\/\.local\/bin(\/|$)/, "programs on the PATH"],
  [/\/library\/(launchagents|launchdaemons)(\/|$)/, "started with the session"],
];

const systemFolders =
  /^\/(etc|usr|bin|sbin|lib|lib64|boot|dev|proc|sys|run|system|library|private\/etc)(\/|$)/;
