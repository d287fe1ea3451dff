/** What confines a session's commands, and what of it the user, the model and the permissions get to know. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { hiddenPlaces, namesToKeepAway } from "../permissions/hidden-places.ts";
import type { ConfinementFacts } from "../permissions/judgement.ts";
import { writeProtection } from "../permissions/sensitive-paths.ts";
import { createNoSandbox } from "../process/sandbox/none.ts";
import type { Finding, Sandbox, SandboxStatus } from "../process/sandbox/sandbox.ts";
import { createSrtSandbox } from "../process/sandbox/srt.ts";
import type { CallClass } from "../protocol/approval.ts";
import { UserError } from "../protocol/error.ts";
import type { SandboxChoice } from "../settings/schema.ts";
import type { Confinement } from "../tools/confinement.ts";
import { findRipgrep } from "../tools/ripgrep.ts";
import { say } from "../words/say.ts";
import { gitSettings } from "../workspace/git-settings.ts";

export type ConfinementParts = {
  readonly choice: SandboxChoice;
  /** Both were said on this run's command line: no sandbox, and the mode `auto`. */
  readonly unconfinedAuto: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All absolute and real. */
  readonly root: string;
  readonly home: string;
  /** Folders and files of rein's own. */
  readonly own: readonly string[];
};

export type SessionConfinement = {
  /** For the tools. */
  readonly confinement: Confinement;
  /** As they are at the moment they are looked at. */
  readonly facts: ConfinementFacts;
  /** Finds out whether there is a sandbox and tells the user where there is none. */
  prepare(): Promise<void>;
  /** For the status line; empty until it is known. */
  words(): string;
  /** For the question about a command of this class. */
  questionWords(kind: CallClass): string;
  /** For the user: the state, what is writable, what was denied lately, what has appeared. A line each. */
  report(): readonly string[];
  close(): void;
};

export type ConfinementEvents = {
  /** Told in words for the user, a sentence or more. */
  readonly tell: (message: string, level: "info" | "warning") => void;
  /** Told when the words for the status line may have changed. */
  readonly onChange: () => void;
};

/** So many denials are remembered for the user. */
const remembered = 10;

function ignore(): void {}

/** Starts nothing. `outputFolder` and `scratchFolder` are the session's. */
export function createConfinement(
  parts: ConfinementParts,
  outputFolder: string,
  scratchFolder: string,
  { tell, onChange }: ConfinementEvents,
): SessionConfinement {
  const { root, home, choice } = parts;
  const denied: string[] = [];
  let unseen: readonly Finding[] = [];
  const onFindings = (findings: readonly Finding[]) => {
    unseen = [...unseen, ...findings];
    const list = findings.slice(0, 5).map(({ path, what }) => `${path} (${what})`);
    const more = findings.length > list.length ? say` and ${findings.length - list.length} more` : "";
    tell(
      say`New since the last command: ${list.join(", ")}${more}. Other programs may run something because of it, so look at it before you use git there. Until /sandbox has shown it to you, every git command is asked about.`,
      "warning",
    );
  };
  const onStatus = (status: SandboxStatus) => {
    if (status.type === "off") tell(lostWords(status), "warning");
    onChange();
  };
  const sandbox = createSandbox(parts, [outputFolder], scratchFolder, { onFindings, onStatus, tell });
  const off = () => (sandbox.status?.type === "off" ? sandbox.status : null);
  let prepared: Promise<void> | undefined;
  const prepare = async () => {
    const status = await sandbox.probe();
    if (status.type === "off") tell(lostWords(status), "warning");
    onChange();
  };
  return {
    confinement: {
      sandbox,
      root,
      home,
      required: choice === "required",
      onDenied: (what, command) => {
        denied.push(...what.map((one) => `${one}: ${command.split("\n", 1)[0]}`));
        denied.splice(0, Math.max(0, denied.length - remembered));
      },
    },
    facts: {
      get sandboxed() {
        return sandbox.status?.type === "on";
      },
      unconfinedAuto: parts.unconfinedAuto,
      get noSandbox() {
        return off()?.reason;
      },
      get unseen() {
        return unseen.map(({ path }) => path);
      },
    },
    prepare: () => (prepared ??= prepare()),
    words() {
      if (sandbox.status === null) return "";
      return sandbox.status.type === "on" ? say`sandbox on` : say`no sandbox`;
    },
    questionWords(kind) {
      if (sandbox.status?.type !== "on") return say`no sandbox`;
      return kind === "read_only"
        ? say`sandbox on · nothing writable · network off`
        : say`sandbox on · network off`;
    },
    report() {
      const { status } = sandbox;
      const lines =
        status === null
          ? [say`It is not known yet whether there is a sandbox: that is found out with the first command.`]
          : statusLines(status, root, scratchFolder);
      if (denied.length > 0) lines.push("", say`Denied lately:`, ...denied.map((one) => `  ${one}`));
      if (unseen.length > 0)
        lines.push(
          "",
          say`New in the project, and able to make other programs run something:`,
          ...unseen.map(({ path, what }) => `  ${path} (${what})`),
          say`git commands are not asked about because of it any more.`,
        );
      unseen = [];
      return lines;
    },
    close: () => sandbox.close(),
  };
}

/**
 * For `required`: nothing starts without a sandbox.
 *
 * @throws UserError with the reason when there is none.
 */
export async function requireSandbox(parts: ConfinementParts): Promise<void> {
  const status = await probeSandbox(parts);
  if (status.type !== "off") return;
  throw new UserError(
    say`A sandbox is required ("sandbox": "required"), and there is none: ${status.reason}. rein did not start. ${status.help || say`--sandbox auto starts without one and asks about every command.`}`,
    { exitCode: 2 },
  );
}

/** Finds out whether there is a sandbox, without a session. */
export async function probeSandbox(parts: ConfinementParts): Promise<SandboxStatus> {
  const sandbox = createSandbox(parts, [], null, { onFindings: ignore, onStatus: ignore, tell: ignore });
  const status = await sandbox.probe();
  sandbox.close();
  return status;
}

type SandboxEvents = {
  readonly onFindings: (findings: readonly Finding[]) => void;
  readonly onStatus: (status: SandboxStatus) => void;
  readonly tell: (message: string, level: "info" | "warning") => void;
};

function createSandbox(
  { choice, env, root, home, own }: ConfinementParts,
  shown: readonly string[],
  scratch: string | null,
  { onFindings, onStatus, tell }: SandboxEvents,
): Sandbox {
  if (choice === "none") return createNoSandbox();
  return createSrtSandbox({
    root,
    scratch,
    hidden: realPaths([...hiddenPlaces(home), ...own]),
    shown,
    guarded: hooksOf(root),
    absent: namesToKeepAway,
    env,
    ripgrep: findRipgrep(),
    protection: (path) => writeProtection(path, root, own),
    onFindings,
    onIncomplete: (sentence) => tell(sentence, "info"),
    onStatus,
  });
}

/** The folder in the project that its repository takes its hooks from, where that is not git's own. */
function hooksOf(root: string): string[] {
  const hooks = gitSettings(root).flatMap((line) => /^core\.hookspath=(.+)$/.exec(line)?.[1] ?? []);
  return hooks.map((path) => resolve(root, path)).filter((path) => path.startsWith(`${root}/`));
}

/** Those that are there, where they really are. */
function realPaths(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    try {
      return [realpathSync(path)];
    } catch {
      // Not there.
      return [];
    }
  });
}

function lostWords({ reason, help }: Extract<SandboxStatus, { type: "off" }>): string {
  return say`There is no sandbox: ${reason}. Every command that does more than look is asked about.${help === "" ? "" : ` ${help}`}`;
}

function statusLines(status: SandboxStatus, root: string, scratch: string): string[] {
  switch (status.type) {
    case "on":
      return [
        say`The sandbox is on.`,
        say`Commands that only look: nothing is writable, no network.`,
        say`Commands that you, a rule or the mode allowed:`,
        say`  writable: ${root}, ${scratch}`,
        say`  not writable in there: git's configuration and hooks, settings of editors, shells and coding agents, .rein`,
        say`  not readable: keys and logins (ssh, cloud, browsers, package registries), rein's own files`,
        say`  network: off; rein asks about each host by its name, and about each port of this machine`,
        say`  what background commands outside of the sandbox serve on this machine is reached without asking`,
        say`Commands of yours (!) are not confined.`,
      ];
    case "off":
      return [
        say`There is no sandbox: ${status.reason}.`,
        ...(status.help === "" ? [] : [status.help]),
        say`Every command that does more than look is asked about.`,
      ];
    case "none":
      return [say`There is no sandbox, as you chose. Commands may do what you may do.`];
    default:
      return status satisfies never;
  }
}
