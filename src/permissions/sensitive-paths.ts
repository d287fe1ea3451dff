/**
 * Paths that need a person's eye wherever they are. Names are compared without case: on macOS and Windows `.GIT` is
 * `.git`. Pure: nothing here looks at the disk, so paths have to be real ones.
 */

/** True for files that by their name hold secrets: reading or changing one is always asked, unless a rule names it. */
export function isSecretLooking(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
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

/** Examples, templates and public keys carry a secret's name and no secret. */
const harmlessNames = /(\.(example|sample|template|dist|pub)$)/;

/** Why no mode and no rule lets a file be read without asking, or null. */
export function readProtection(path: string): string | null {
  const folded = path.toLowerCase();
  if (/^\/proc\/[^/]+\/(environ|mem|root|fd|cwd)(\/|$)/.test(folded)) return "another process's inside";
  return credentialStores.some((pattern) => pattern.test(folded)) ? "a store of credentials" : null;
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
export function writeProtection(path: string, root: string): string | null {
  const folded = path.toLowerCase();
  for (const [pattern, why] of writeProtected) {
    if (pattern.test(folded)) return why;
  }
  const inProject = folded === root.toLowerCase() || folded.startsWith(`${root.toLowerCase()}/`);
  if (!inProject && systemFolders.test(folded)) return "a system folder";
  return readProtection(path);
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
