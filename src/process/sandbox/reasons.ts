/** Why there is no sandbox, in words, and what can be done about it. */
import { existsSync, readFileSync } from "node:fs";
import { say } from "../../words/say.ts";
import type { SandboxTools } from "./find-tools.ts";

export type Trouble = { readonly reason: string; readonly help: string };

/** What is missing before anything is tried, or null. */
export function missingTool({ bwrap, socat, seccomp }: SandboxTools, ripgrep: string | null): Trouble | null {
  if (process.platform === "win32")
    return { reason: say`rein has no sandbox on Windows`, help: say`In WSL 2 it has one.` };
  const isLinux = process.platform === "linux";
  if (isLinux && bwrap === null)
    return {
      reason: say`bubblewrap (\`bwrap\`) is not installed`,
      help: installing("bubblewrap", socat === null ? "socat" : ""),
    };
  if (isLinux && socat === null)
    return { reason: say`\`socat\` is not installed`, help: installing("socat") };
  if (isLinux && seccomp === null)
    return {
      reason: say`the helper that closes Unix sockets to commands is missing`,
      help: say`It comes with rein for x64 and arm64: install rein again.`,
    };
  if (ripgrep === null)
    return { reason: say`the ripgrep that comes with rein is missing`, help: say`Install rein again.` };
  return null;
}

function installing(...packages: readonly string[]): string {
  const names = packages.filter((name) => name !== "").join(" ");
  return say`Install it, as in \`apt install ${names}\` or \`dnf install ${names}\`.`;
}

/** Why a sandbox that has all that it needs could not be made; `said` is what its programs said. */
export function troubleIn(said: string): Trouble {
  const line = said.trim().split("\n").at(-1) ?? "";
  const quoted = line === "" ? "" : ` (${line.slice(0, 200)})`;
  if (forbidsNamespaces.test(said)) {
    return {
      reason: say`the system forbids user namespaces${quoted}`,
      help: namespaceHelp(),
    };
  }
  if (/mount proc|Failed to mount|pivot_root|mounting/i.test(said)) {
    return {
      reason: isContainer()
        ? say`no sandbox can be made in here, as in many containers${quoted}`
        : say`no sandbox can be made in here${quoted}`,
      help: say`Run rein outside of the container, or give the container its own user namespaces.`,
    };
  }
  return { reason: say`it could not be started${quoted}`, help: "" };
}

const forbidsNamespaces =
  /creating new namespace|No permissions to create|setting up uid map|uid 0 without|unshare|clone.*(not permitted|denied)|user namespace/i;

function namespaceHelp(): string {
  if (reads("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return say`AppArmor restricts them here, as on Ubuntu from 23.10 on: give /usr/bin/bwrap a profile with \`userns,\` (Ubuntu's package apparmor-profiles has one: bwrap-userns-restrict), or set kernel.apparmor_restrict_unprivileged_userns to 0.`;
  }
  if (reads("/proc/sys/kernel/unprivileged_userns_clone") === "0")
    return say`The sysctl kernel.unprivileged_userns_clone=1 allows them.`;
  if (reads("/proc/sys/user/max_user_namespaces") === "0")
    return say`The sysctl user.max_user_namespaces is 0 here; a higher number allows them.`;
  return isContainer()
    ? say`Containers often forbid them: run rein outside of this one, or let it have them.`
    : "";
}

function isContainer(): boolean {
  return (
    existsSync("/.dockerenv") || existsSync("/run/.containerenv") || process.env["container"] !== undefined
  );
}

function reads(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    // This kernel does not have it.
    return null;
  }
}
