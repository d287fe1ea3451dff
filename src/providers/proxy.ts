/** Which proxy a request goes through. Bun's `fetch` finds it by itself; this says the same in words. */
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
    const isV6 = entry.split(":").length > 2;
    if (only !== undefined && only !== ownPort && !isV6) return false;
    const bare = (isV6 ? entry.toLowerCase() : name).replace(/^\*?\./, "");
    return host === bare || host.endsWith(`.${bare}`) || isInBlock(host, bare);
  });
}

/** "10.0.0.0/8" holds 10.1.2.3. */
function isInBlock(host: string, block: string): boolean {
  const [base = "", bits = ""] = block.split("/");
  const [address, start] = [numberOfAddress(host), numberOfAddress(base)];
  if (address === undefined || start === undefined || !/^\d{1,2}$/.test(bits) || Number(bits) > 32)
    return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(address / size) === Math.floor(start / size);
}

function numberOfAddress(address: string): number | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return undefined;
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}
