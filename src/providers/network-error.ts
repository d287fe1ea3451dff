/** A connection that did not come about or broke, in words: to whom, through which proxy, why, and what to do. */
import { closeSync, openSync } from "node:fs";
import { messageOf, type ProviderError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { textOf } from "./json.ts";
import { type Environment, type Proxy, proxyFor } from "./proxy.ts";
import { redactText, shownAddress } from "./redact.ts";

export type NetworkContext = {
  readonly baseUrl: string;
  readonly secrets?: readonly string[];
  /** Where proxies and certificates are named. @default the process's own, as `fetch` reads it */
  readonly environment?: Environment;
};

/** The error of an exception that `fetch` or a stream threw; undefined for one that no network made. */
export function networkError(thrown: unknown, context: NetworkContext): ProviderError | undefined {
  const code = networkCode(thrown);
  if (code === undefined && !(thrown instanceof Error && thrown.name.includes("Connection")))
    return undefined;
  const environment = context.environment ?? process.env;
  const proxy = proxyFor(context.baseUrl, environment);
  const cause = redactText(deepestMessage(thrown), context.secrets);
  const shownCode = code === undefined || cause.includes(code) ? "" : ` (${code})`;
  const isCertificate = code !== undefined && /CERT|TLS|SSL|SIGNATURE|ISSUER/i.test(code);
  const through = proxy === undefined ? "" : say` through ${proxyWords(proxy)}`;
  const advice = isCertificate ? certificateAdvice(environment) : proxyAdvice(code, cause, proxy);
  return {
    kind: "network",
    message: say`The connection to ${shownAddress(context.baseUrl)}${through} failed: ${cause}${shownCode}.${advice}`,
    ...(code === undefined ? {} : { code }),
    // A certificate does not get better by asking again, nor does a proxy that is set wrongly or refuses.
    retryable: !isCertificate && code !== "UnsupportedProxyProtocol" && !isRefusalOfProxy(code, cause),
  };
}

/** "the proxy of HTTPS_PROXY (http://proxy:8080)" */
export function proxyWords({ variable, address }: Proxy): string {
  return say`the proxy of ${variable} (${address.replace(/\/$/, "")})`;
}

/** What to do about a proxy that wants to know who asks. */
export function proxyLoginAdvice({ variable }: Proxy): string {
  return say` It wants a user and a password: write them into ${variable}, as in http://user:password@host:port.`;
}

/** Bun 1.4.5 puts a proxy's own status into the words: "Proxy refused to open a tunnel: 407 …". */
function isRefusalOfProxy(code: string | undefined, cause: string): boolean {
  return code === "ERR_PROXY_TUNNEL" && /: 4\d\d/.test(cause);
}

function proxyAdvice(code: string | undefined, cause: string, proxy: Proxy | undefined): string {
  if (proxy === undefined) return "";
  if (code === "ERR_PROXY_TUNNEL" && /: 407/.test(cause)) return proxyLoginAdvice(proxy);
  return say` If this address needs no proxy, name its host in NO_PROXY; else check ${proxy.variable}.`;
}

/** Both are read by Bun 1.4.5, in addition to the authorities that it brings along. */
const authorityVariables = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"] as const;

function certificateAdvice(environment: Environment): string {
  const variable = authorityVariables.find((name) => (environment[name] ?? "") !== "");
  if (variable === undefined) {
    return say` If your company, your proxy or your server signs its own certificates, set NODE_EXTRA_CA_CERTS to a file with that authority's certificate (PEM), and start rein again.`;
  }
  const file = environment[variable] ?? "";
  const fault = readFault(file);
  return fault === undefined
    ? say` The authorities in ${file} (${variable}) do not vouch for it.`
    : say` ${variable} names ${file}, which cannot be read (${fault}).`;
}

function readFault(file: string): string | undefined {
  try {
    closeSync(openSync(file, "r"));
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** The first system or library code in the chain of causes: "ECONNREFUSED", Bun's "ConnectionRefused". */
function networkCode(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    const code = textOf(error["code"]);
    if (code !== "") return code;
  }
  return undefined;
}

/** The words of the innermost cause, without Bun's advice for programmers in them. */
export function deepestMessage(thrown: unknown): string {
  const message = messageOf(causes(thrown).at(-1) ?? thrown);
  // Bun asks back: "Unable to connect. Is the computer able to access the url?"
  const told = message
    .replace(/\s*For more information, pass `verbose.*$/s, "")
    .replace(/(?<=\.)\s[^.]*\?$/, "");
  return told.replace(/\.$/, "");
}

/** The error and its causes, outermost first; a few levels, in case they go in a circle. */
function causes(thrown: unknown): (Error & Record<string, unknown>)[] {
  const chain: (Error & Record<string, unknown>)[] = [];
  let error: unknown = thrown;
  while (isErrorRecord(error) && chain.length < 6) {
    chain.push(error);
    error = error.cause;
  }
  return chain;
}

function isErrorRecord(value: unknown): value is Error & Record<string, unknown> {
  return value instanceof Error;
}
