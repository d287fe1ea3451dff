/** Where credentials lie: what no command in a sandbox gets to read, whether it was asked about or not. Pure. */
import { join } from "node:path";

const folders = [
  ".ssh",
  ".aws",
  ".gnupg",
  ".kube",
  ".azure",
  ".oci",
  ".password-store",
  ".mozilla",
  ".thunderbird",
  ".config/gh",
  ".config/hub",
  ".config/gcloud",
  ".config/rein",
  ".config/op",
  ".config/rclone",
  ".config/heroku",
  ".config/doctl",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".config/vivaldi",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  "Library/Keychains",
  "Library/Cookies",
  "Library/Safari",
  "Library/Mail",
  "Library/Messages",
  "Library/Application Support/Google/Chrome",
  "Library/Application Support/Chromium",
  "Library/Application Support/Firefox",
  "Library/Application Support/BraveSoftware",
  "Library/Application Support/Microsoft Edge",
];

const files = [
  ".docker/config.json",
  ".config/git/credentials",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".m2/settings-security.xml",
  ".terraform.d/credentials.tfrc.json",
  ".netrc",
  ".git-credentials",
  ".vault-token",
  ".s3cfg",
  ".boto",
  ".databrickscfg",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".psql_history",
  ".mysql_history",
  ".node_repl_history",
  ".local/share/fish/fish_history",
];

const ofTheSystem = ["/etc/shadow", "/etc/gshadow", "/etc/ssl/private", "/run/secrets", "/var/run/secrets"];

/** Absolute paths of folders and files, most of which no machine has. */
export function hiddenPlaces(home: string): readonly string[] {
  return [...[...folders, ...files].map((name) => join(home, name)), ...ofTheSystem];
}

/**
 * Names that make other programs run something when they come about in a project's folder: shells, editors, coding
 * agents, git hooks, rein itself. Not here: what git itself reads as a file, which an empty folder would break.
 */
export const namesToKeepAway: readonly string[] = [
  ".rein",
  ".envrc",
  ".mcp.json",
  ".vscode",
  ".idea",
  ".zed",
  ".devcontainer",
  ".claude",
  ".codex",
  ".cursor",
  ".gemini",
  ".husky",
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zshenv",
];
