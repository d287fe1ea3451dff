/**
 * Paths that need a person's eye wherever they are. Names are compared as the most forgiving file systems do: see
 * `compared-names.ts`. Pure: nothing here looks at the disk, so paths have to be real ones.
 */
import { say } from "../words/say.ts";
import { comparedForms, folded } from "./compared-names.ts";
import { isInside } from "./place.ts";

/** True for files that by their name hold secrets: reading or changing one is always asked, unless a rule names it. */
export function isSecretLooking(path: string): boolean {
  return comparedForms(path).some((form) => {
    const name = form.slice(form.lastIndexOf("/") + 1);
    // The addresses in a repository's configuration may hold a token.
    if (/\/\.git\/(.*\/)?config(\.worktree)?$/.test(form)) return true;
    return secretNames.some((pattern) => pattern.test(name)) && !harmlessNames.test(name);
  });
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

/** Where rein keeps its own files, on top of the usual places; absolute and real. */
export type OwnFolders = readonly string[];

/** Why no mode and no rule lets a file be read without asking, or null. */
export function readProtection(path: string, own: OwnFolders = []): string | null {
  if (ownDescriptor.test(path)) return null;
  const forms = comparedForms(path);
  if (own.some((folder) => forms.some((form) => isInside(folded(folder), form))))
    return say`rein's own files`;
  const isAny = (pattern: RegExp) => forms.some((form) => pattern.test(form));
  if (isAny(processInside)) return say`another process's inside`;
  if (isAny(rawDevices)) return say`a whole disk or memory`;
  return credentialStores.some(isAny) ? say`a store of credentials` : null;
}

/** What rein itself has open: where a descriptor leads to a file, its path is that file's. */
const ownDescriptor = new RegExp(
  String.raw`^/(dev/(fd/\d+|stdin|stdout|stderr)|proc/(self|thread-self|${process.pid})/fd/[^/]+)$`,
);

const processInside = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|root|fd|cwd)(\/|$)/;
const rawDevices =
  /^\/(proc\/kcore|dev\/(k?mem|port|(sd|hd|vd|xvd)[a-z]|r?disk|nvme|mmcblk|dm-|loop|mapper))/;

const credentialStores = [
  /\/\.(ssh|aws|gnupg|kube|azure|oci|password-store|mozilla|thunderbird)(\/|$)/,
  /\/\.docker\/config\.json$/,
  /\/\.config\/(gh|hub|gcloud|rein|op|rclone|heroku|doctl|google-chrome|chromium|bravesoftware|microsoft-edge|vivaldi)(\/|$)/,
  /\/\.config\/git\/credentials$/,
  /\/\.local\/share\/(rein|keyrings|kwalletd)(\/|$)/,
  /\/library\/(keychains|cookies|safari|mail|messages)(\/|$)/,
  /\/library\/application support\/(rein|google\/chrome|chromium|firefox|bravesoftware|microsoft edge)(\/|$)/,
  /\/\.rein\/auth[^/]*$/,
  /^\/etc\/(shadow|gshadow|sudoers)-?(\.d)?(\/|$)/,
  /^\/etc\/(ssl\/private|ssh\/ssh_host_)/,
  /^\/(var\/)?run\/secrets(\/|$)/,
  /\/\.(cargo|gem)\/credentials[^/]*$/,
  /\/\.m2\/settings[^/]*\.xml$/,
  /\/\.terraform\.d\/credentials/,
  /\/\.(netrc|git-credentials|vault-token|s3cfg|boto|databrickscfg)$/,
  /\/\.[a-z0-9_]+_history$/,
  /\/fish\/fish_history$/,
];

/**
 * Why no mode and no rule lets a file be written without asking, or null: whoever writes there makes another program
 * run something later (git, the shell, an editor, a coding agent, the system), or changes what rein itself may do.
 * `root` is the project's folder; it may lie in a system folder itself.
 */
export function writeProtection(path: string, root: string, own: OwnFolders = []): string | null {
  if (ownDescriptor.test(path)) return null;
  const forms = comparedForms(path);
  for (const [pattern, why] of writeProtected) {
    if (forms.some((form) => pattern.test(form))) return why;
  }
  const [plain = ""] = forms;
  if (!isInside(folded(root), plain) && systemFolders.test(plain)) return say`a system folder`;
  return readProtection(path, own);
}

const writeProtected: readonly (readonly [RegExp, string])[] = [
  [/\/\.git(\/|$)/, say`git's own files`],
  [/\/\.(gitmodules|gitconfig)$/, say`git's configuration`],
  [/\/\.config\/git(\/|$)/, say`git's configuration`],
  [/\/\.rein(\/|$)/, say`rein's own configuration`],
  [/\/\.(claude|codex|cursor|gemini|agents?)(\/|$)/, say`a coding agent's configuration`],
  [/\/\.mcp\.json$/, say`a coding agent's configuration`],
  [/\/\.(vscode|idea|devcontainer|zed)(\/|$)/, say`an editor's configuration, which can start programs`],
  [/\/\.devcontainer\.json$/, say`an editor's configuration, which can start programs`],
  [/\.code-workspace$/, say`an editor's configuration, which can start programs`],
  [/\/\.husky(\/|$)/, say`git hooks`],
  [/\/\.envrc$/, say`run by direnv when the folder is entered`],
  [/\/\.(bash|zsh|k|c|tc)sh(rc|env|_profile|_login|_logout)$/, say`a shell's startup file`],
  [
    /\/\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|zshrc|zshenv|zprofile|zlogin|zlogout|profile|inputrc)$/,
    say`a shell's startup file`,
  ],
  [/\/\.config\/(fish|systemd|autostart|environment\.d)(\/|$)/, say`started with the session`],
  [/\/\.local\/bin(\/|$)/, say`programs on the PATH`],
  [/\/library\/(launchagents|launchdaemons)(\/|$)/, say`started with the session`],
];

const systemFolders =
  /^\/(etc|usr|bin|sbin|lib|lib64|boot|dev|proc|sys|run|opt|var\/(lib|spool)|system|library|applications|private\/etc)(\/|$)/;

/**
 * The same for what only the place of the home folder and of the project tells: programs and dot files of the home
 * folder, and folders that hold the home folder or the project. All paths absolute and real.
 */
export function homeProtection(
  path: string,
  { root, home }: { readonly root: string; readonly home: string },
) {
  if (isInside(path, root))
    return path === root ? say`the project's folder itself` : say`a folder above the project`;
  if (isInside(root, path)) return null;
  if (isInside(path, home))
    return path === home ? say`the home folder itself` : say`a folder above the home folder`;
  if (!isInside(home, path)) return null;
  const below = folded(path.slice(home.length + 1));
  if (/^(\.cache|\.local\/(share|state))\//.test(below)) return null;
  if (/^((go\/)?bin|library)(\/|$)/.test(below)) return say`programs and settings of the home folder`;
  return below.startsWith(".") ? say`programs and settings of the home folder` : null;
}

/** True for files right in the home folder that hold secrets by their name: every program's keys are in them. */
export function isHomeSecret(path: string, home: string): boolean {
  return isInside(home, path) && !path.slice(home.length + 1).includes("/") && isSecretLooking(path);
}

/** True for what describes the system to everybody and says nothing of its users. */
export function isPublicSystemFile(path: string): boolean {
  return /^\/(etc|usr\/lib)\/(os-release|lsb-release|[a-z]+[-_](release|version))$/.test(path);
}
