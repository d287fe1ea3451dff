/** May this address be fetched, may this tool of an MCP server be called? Pure. */
import type { Access } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { allow, allowRules, ask, deny, type Judgement, type Policy } from "./judgement.ts";
import { addressOf, isHostOf, isPrivateHost, isToolOf } from "./remote-rules.ts";
import type { Rule } from "./rule.ts";

/** Judges one connection. What is not plainly an address of the public web is asked whatever the rules say. */
export function judgeAddress(url: string, policy: Policy): Judgement {
  const address = addressOf(url);
  const isAbout = (rule: Rule) =>
    (rule.type === "all" && rule.kind === "web") ||
    (rule.type === "host" && address !== null && isHostOf(rule, address.host));
  const denied = policy.rules.deny.find(isAbout);
  if (denied !== undefined) return deny(say`the rule ${denied.text} forbids it`);
  if (policy.mode === "plan")
    return deny(say`plan mode: only reading is possible, and this uses the network`);
  if (address === null) return ask(say`where ${url} leads cannot be told`);
  const asked = policy.rules.ask?.find(isAbout);
  if (asked !== undefined) return ask(say`the rule ${asked.text} has it asked`);
  if (!address.plain)
    return ask(
      say`${url} is not a plain web address: a user name, a port or a host that is not what it seems`,
    );
  const rule = allowRules(policy).find(
    (one) => isAbout(one) && (one.type === "host" || !isPrivateHost(address.host)),
  );
  if (rule !== undefined) return allow(say`the rule ${rule.text} allows it`);
  const canBeRule = address.host.includes(".") || address.host === "localhost";
  return ask(say`it connects to ${url}`, canBeRule ? `web_fetch(domain:${address.host})` : undefined);
}

/** Judges one call of an MCP tool. What the server says of its tool counts for nothing here. */
export function judgeMcp(
  { server, tool }: Extract<Access, { readonly type: "mcp" }>,
  policy: Policy,
): Judgement {
  const isAbout = (widely: boolean) => (rule: Rule) =>
    (rule.type === "all" && rule.kind === "mcp") ||
    (rule.type === "mcp" && isToolOf(rule, server, tool, widely));
  const denied = policy.rules.deny.find(isAbout(true));
  if (denied !== undefined) return deny(say`the rule ${denied.text} forbids it`);
  if (policy.mode === "plan")
    return deny(say`plan mode: only reading is possible, and what a tool of a server does is not known`);
  const asked = policy.rules.ask?.find(isAbout(true));
  if (asked !== undefined) return ask(say`the rule ${asked.text} has it asked`);
  const rule = allowRules(policy).find(isAbout(false));
  if (rule !== undefined) return allow(say`the rule ${rule.text} allows it`);
  const canBeRule = /^[\w.@-]+\/(?!\*$)[\w.@-]+$/.test(`${server}/${tool}`);
  return ask(
    say`it calls ${tool} of the MCP server ${server}`,
    canBeRule ? `mcp(${server}/${tool})` : undefined,
  );
}
