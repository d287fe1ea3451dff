/** Which proxy a request goes through. Bun's `fetch` finds it by itself; this says the same in words. */
import { BlockList, isIP } from "node:net";
import { shownAddress } from "./redact.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** `variable` names the proxy; `address` is without user and password. */
export type Proxy = { readonly variable: string; readonly address: string };

/**
 * The proxy for an address, if there is one. The order is that of Bun 1.4.5, tried out: small letters win over capital
 * ones, the scheme's own variable over `ALL_PROXY`, and an empty one says nothing.
 */
export function proxyFor(address: string, env: Environment): Proxy | undefined {
  const url = URL.parse(address);
  if (url === null || isExempt(url, env)) return undefined;
  const own = url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const variable = [...own, "all_proxy", "ALL_PROXY"].find((name) => (env[name] ?? "") !== "");
  if (variable === undefined) return undefined;
  const value = env[variable] ?? "";
  // Without a scheme the rest is no URL of which a password could be taken out.
  return { variable, address: shownAddress(value.includes("://") ? value : `http://${value}`) };
}

/** Whether `NO_PROXY` names the host: `*`, a name with what ends in it, an address, a block of them; with or without a port. */
function isExempt({ hostname, port, protocol }: URL, env: Environment): boolean {
  const list = env["no_proxy"] ?? env["NO_PROXY"] ?? "";
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const ownPort = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "") return false;
    if (entry === "*") return true;
    const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (only !== undefined && only !== ownPort && isIP(entry) === 0) return false;
    const bare = (isIP(entry) === 0 ? name : entry).replace(/^\*?\./, "");
    return host === bare || host.endsWith(`.${bare}`) || isInBlock(host, bare);
  });
}

function isInBlock(host: string, block: string): boolean {
  const [base = "", bits = ""] = block.split("/");
  const family = isIP(base);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  const kind = family === 4 ? "ipv4" : "ipv6";
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(base, Number(bits), kind);
  return list.check(host, kind);
}
