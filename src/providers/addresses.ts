/** Where a provider is asked. */
import { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import type { ProviderFamily } from "./provider-family.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The address to ask, without final slashes and otherwise as it was given. Throws a `UserError` with exit code 2 that
 * names the variable when it is no http address, or missing.
 */
export function addressOf(family: ProviderFamily, env: Env): string {
  const { baseUrlVariable } = family;
  const given = baseUrlVariable === undefined ? undefined : valueOf(env, baseUrlVariable);
  if (baseUrlVariable === undefined || given === undefined)
    return otherwiseNamed(family, env) ?? knownAddress(family);
  if (!isHttp(given)) {
    throw new UserError(say`${baseUrlVariable} is not an http address: “${given}”.`, { exitCode: 2 });
  }
  return given.replace(/\/+$/, "");
}

/** True for an address that can be asked. */
export function isHttp(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? "");
}

function knownAddress({ id, baseUrl, baseUrlVariable, protocol }: ProviderFamily): string {
  if (baseUrl !== "" || protocol === "demo" || protocol === "script") return baseUrl;
  throw new UserError(
    say`${id} has an address of your own: set ${baseUrlVariable ?? say`baseUrl in the settings`}, for Azure to https://RESOURCE.openai.azure.com/openai/v1.`,
    { exitCode: 2 },
  );
}

/** Variables of the servers' own programs that say where they are. */
function otherwiseNamed({ id }: ProviderFamily, env: Env): string | undefined {
  if (id === "azure") {
    const resource = valueOf(env, "AZURE_RESOURCE_NAME");
    return resource === undefined ? undefined : `https://${resource}.openai.azure.com/openai/v1`;
  }
  return id === "ollama" ? ollamaAddress(valueOf(env, "OLLAMA_HOST")) : undefined;
}

/** `OLLAMA_HOST` is a host, a port, both or an address; as the server's own it may be "every address of this machine". */
function ollamaAddress(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  const url = URL.parse(/^https?:\/\//.test(host) ? host : `http://${host.replace(/^:/, "localhost:")}`);
  if (url === null) return undefined;
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "localhost";
  const port = url.port === "" && url.protocol === "http:" && !/^https?:/.test(host) ? ":11434" : "";
  return `${url.origin}${port}/v1`;
}

/** True for an address of this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

/** An empty variable is one that is not set. */
export function valueOf(env: Env, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === "" ? undefined : value;
}
