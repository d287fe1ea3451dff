/** Why there is no sandbox, in words, and what can be done about it. */
import { existsSync, readFileSync } from "node:fs";
import type { SandboxTools } from "./find-tools.ts";

export type Trouble = { readonly reason: string; readonly help: string };

/** What is missing before anything is tried, or null. */
export function missingTool({ bwrap, socat, seccomp }: SandboxTools, ripgrep: string | null): Trouble | null {
  if (process.platform === "win32")
    return { reason: "rein has no sandbox on Windows", help: "In WSL 2 it has one." };
  const isLinux = process.platform === "linux";
  if (isLinux && bwrap === null)
    return {
      reason: "bubblewrap (`bwrap`) is not installed",
      help: installing("bubblewrap", socat === null ? "socat" : ""),
    };
  if (isLinux && socat === null) return { reason: "`socat` is not installed", help: installing("socat") };
  if (isLinux && seccomp === null)
    return {
      reason: "the helper that closes Unix sockets to commands is missing",
      help: "It comes with rein for x64 and arm64: install rein again.",
    };
  if (ripgrep === null)
    return { reason: "the ripgrep that comes with rein is missing", help: "Install rein again." };
  return null;
}

function installing(...packages: readonly string[]): string {
  const names = packages.filter((name) => name !== "").join(" ");
  return `Install it, as in \`apt install ${names}\` or \`dnf install ${names}\`.`;
}

/** Why a sandbox that has all that it needs could not be made; `said` is what its programs said. */
export function troubleIn(said: string): Trouble {
  const line = said.trim().split("\n").at(-1) ?? "";
  const quoted = line === "" ? "" : ` (${line.slice(0, 200)})`;
  if (forbidsNamespaces.test(said)) {
    return {
      reason: `the system forbids user namespaces${quoted}`,
      help: namespaceHelp(),
    };
  }
  if (/mount proc|Failed to mount|pivot_root|mounting/i.test(said)) {
    return {
      reason: `no sandbox can be made in here${isContainer() ? ", as in many containers" : ""}${quoted}`,
      help: "Run rein outside of the container, or give the container its own user namespaces.",
    };
  }
  return { reason: `it could not be started${quoted}`, help: "" };
}

const forbidsNamespaces =
  /creating new namespace|No permissions to create|setting up uid map|uid 0 without|unshare|clone.*(not permitted|denied)|user namespace/i;

function namespaceHelp(): string {
  if (reads("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return "AppArmor restricts them here, as on Ubuntu from 23.10 on: give /usr/bin/bwrap a profile with `userns,` (Ubuntu's package apparmor-profiles has one: bwrap-userns-restrict), or set kernel.apparmor_restrict_unprivileged_userns to 0.";
  }
  if (reads("/proc/sys/kernel/unprivileged_userns_clone") === "0")
    return "The sysctl kernel.unprivileged_userns_clone=1 allows them.";
  if (reads("/proc/sys/user/max_user_namespaces") === "0")
    return "The sysctl user.max_user_namespaces is 0 here; a higher number allows them.";
  return isContainer()
    ? "Containers often forbid them: run rein outside of this one, or let it have them."
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
