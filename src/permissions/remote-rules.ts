/** Rules for what is not on this machine: hosts, and tools of MCP servers. Pure. */
import type { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";

/** `web_fetch(domain:example.org)`: this host and all below it. */
export type HostRule = { readonly type: "host"; readonly host: string; readonly text: string };

/** `mcp(server/tool)`; `tool` is null for all tools of the server. */
export type McpRule = {
  readonly type: "mcp";
  readonly server: string;
  readonly tool: string | null;
  readonly text: string;
};

type Wrong = (why: string) => UserError;

const hostName = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Reads what stands between the parentheses of a `web_fetch` rule. Throws what `wrong` makes of the fault. */
export function hostRule(inner: string, text: string, wrong: Wrong): HostRule {
  const host = /^domain:(.*)$/.exec(inner)?.[1]?.trim().toLowerCase();
  if (host === undefined) throw wrong(say`between the parentheses there must be domain:HOST`);
  if (host.includes("*")) throw wrong(say`a domain covers all hosts below it; leave the * away`);
  if (!hostName.test(host)) throw wrong(say`“${host}” is not a host name of a-z, 0-9, - and dots alone`);
  if (!host.includes(".") && host !== "localhost")
    throw wrong(say`“${host}” alone would be every host below it`);
  return { type: "host", host, text };
}

const mcpName = /^[\w.@-]+$/;

/** Reads what stands between the parentheses of an `mcp` rule. Throws what `wrong` makes of the fault. */
export function mcpRule(inner: string, text: string, wrong: Wrong): McpRule {
  const [server = "", tool, ...more] = inner.split("/");
  if (more.length > 0 || !mcpName.test(server) || (tool !== undefined && tool !== "*" && !mcpName.test(tool)))
    throw wrong(say`between the parentheses there must be SERVER, SERVER/TOOL or SERVER/*`);
  return { type: "mcp", server, tool: tool === undefined || tool === "*" ? null : tool, text };
}

/** What an address says: the host that it is about, and whether it may mislead anybody about that. */
export type Address = {
  /** As the URL standard reads it, lower case. */
  readonly host: string;
  /** http or https, the usual port, no user, and a host that is written exactly as it is read. */
  readonly plain: boolean;
};

/** Reads an address; null when the URL standard does not. */
export function addressOf(url: string): Address | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, port, hostname } = new URL(url);
  const written = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/:(80|443)$/, "") ?? "";
  const plain =
    /^https?:$/.test(protocol) &&
    username === "" &&
    password === "" &&
    port === "" &&
    hostName.test(hostname) &&
    written.toLowerCase() === hostname;
  return { host: hostname.replace(/\.$/, ""), plain };
}

/** True when the host is the one of the rule or stands below it, label by label. */
export function isHostOf(rule: HostRule, host: string): boolean {
  return host === rule.host || host.endsWith(`.${rule.host}`);
}

/** Hosts of this machine and of the networks that only it can reach. */
export function isPrivateHost(host: string): boolean {
  return (
    !host.includes(".") ||
    /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/.test(host) ||
    /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]*$/.test(
      host,
    )
  );
}

/** True when the rule is for this tool. `widely`: as a rule that forbids is read, where letters count without their case. */
export function isToolOf(rule: McpRule, server: string, tool: string, widely: boolean): boolean {
  const same = (one: string, other: string) =>
    widely ? one.toLowerCase() === other.toLowerCase() : one === other;
  return same(rule.server, server) && (rule.tool === null || same(rule.tool, tool));
}
