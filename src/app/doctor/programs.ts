/** The programs that rein works with. */
import { askProgram } from "../../process/ask-program.ts";
import { searchPath } from "../../process/search-path.ts";
import { findBash } from "../../process/shell.ts";
import { findRipgrep } from "../../tools/ripgrep.ts";
import { say } from "../../words/say.ts";
import { type Check, checksOf } from "./check.ts";

type Env = Readonly<Record<string, string | undefined>>;

const { ok, warn, bad } = checksOf("programs");

/** `root`: the project, whose own programs do not count. */
export async function checkPrograms(env: Env, root: string): Promise<readonly Check[]> {
  const path = searchPath(env["PATH"] ?? "", { root });
  const find = (name: string) => Bun.which(name, { PATH: path });
  const [bash, git] = await Promise.all([checkBash(path), checkGit(find, path)]);
  return [bash, git, await checkRipgrep(), checkEditor(env), checkClipboard(env, find)];
}

async function checkBash(path: string): Promise<Check> {
  const bash = findBash();
  if (bash === null)
    return warn(
      "bash",
      say`There is no bash; commands run in /bin/sh.`,
      say`Install bash: models write their commands for it.`,
    );
  const version = await askProgram([bash, "--noprofile", "--norc", "-c", 'echo "$BASH_VERSION"'], {
    PATH: path,
  });
  if (version === null)
    return bad("bash", say`${bash} does not run.`, say`Commands of the model need it: reinstall bash.`);
  if (Number.parseInt(version, 10) < 4)
    return warn(
      "bash",
      say`${bash} ${version} is old: some of what models write needs 4 or newer.`,
      say`Install a newer bash.`,
    );
  return ok("bash", `${bash} ${version}`);
}

async function checkGit(find: (name: string) => string | null, path: string): Promise<Check> {
  const git = find("git");
  const version = git === null ? null : await askProgram([git, "--version"], { PATH: path });
  if (version === null)
    return warn(
      "git",
      say`There is no git on the PATH.`,
      say`rein works without it; the model sees no branch and no history then.`,
    );
  return ok("git", version);
}

async function checkRipgrep(): Promise<Check> {
  const ripgrep = findRipgrep();
  const version = ripgrep === null ? null : await askProgram([ripgrep, "--version"], {});
  return version === null
    ? warn(
        "ripgrep",
        say`The ripgrep that comes with rein is not there or does not run; rein searches by itself, slower.`,
        say`Install rein anew, with its optional packages.`,
      )
    : ok("ripgrep", version);
}

function checkEditor(env: Env): Check {
  const variable = ["VISUAL", "EDITOR"].find((name) => (env[name] ?? "").trim() !== "");
  const command = variable === undefined ? "vi" : (env[variable] ?? "").trim();
  const [program = "vi"] = command.split(/\s+/);
  // The user's own editor, from wherever their shell would take it.
  const found = Bun.which(program, { PATH: env["PATH"] ?? "" });
  const from = variable === undefined ? say`as neither VISUAL nor EDITOR is set` : say`from ${variable}`;
  if (found !== null) return ok("editor", say`${program} (${from})`);
  return warn(
    "editor",
    say`${program} (${from}) is not on the PATH.`,
    say`Set EDITOR to the editor that you use.`,
  );
}

function checkClipboard(env: Env, find: (name: string) => string | null): Check {
  const names = clipboardPrograms(env);
  const found = names.find((name) => find(name) !== null);
  if (found !== undefined) return ok("clipboard", found);
  if (names.length === 0)
    return ok("clipboard", say`no desktop here; the terminal's own clipboard counts (OSC 52)`);
  return warn(
    "clipboard",
    say`None of ${names.join(", ")} is on the PATH.`,
    say`Install ${names[0] ?? ""} to copy and to paste images.`,
  );
}

function clipboardPrograms(env: Env): readonly string[] {
  if (process.platform === "darwin") return ["pbcopy"];
  if ((env["WSL_DISTRO_NAME"] ?? "") !== "") return ["clip.exe"];
  if ((env["WAYLAND_DISPLAY"] ?? "") !== "") return ["wl-copy"];
  return (env["DISPLAY"] ?? "") === "" ? [] : ["xclip", "xsel"];
}
