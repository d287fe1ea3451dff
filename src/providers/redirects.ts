/** Redirects, followed only where a key and a conversation may go: they are for the host that the user has named. */
import type { Fetch } from "./wire.ts";

/** From plain http to https, and then to a path with or without its final slash: more make no sense. */
const mostHops = 3;

/**
 * `fetch`, which goes along with a redirect on the same host that keeps the request as it is (307, 308). The answer that
 * sends anywhere else comes back as it is.
 */
export function withOwnRedirects(fetch: Fetch): Fetch {
  return async (input, init) => {
    let address = input;
    for (let hops = 0; ; hops += 1) {
      const response = await fetch(address, { ...init, redirect: "manual" });
      const next =
        hops < mostHops && !(address instanceof Request) ? nextOf(response, String(address)) : undefined;
      if (next === undefined) return response;
      await response.body?.cancel();
      address = next;
    }
  };
}

function nextOf({ status, headers }: Response, from: string): string | undefined {
  const location = headers.get("location");
  if ((status !== 307 && status !== 308) || location === null) return undefined;
  const [here, there] = [URL.parse(from), URL.parse(location, from)];
  if (here === null || there === null || there.hostname !== here.hostname) return undefined;
  const isUpgrade = here.protocol === "http:" && there.protocol === "https:";
  return there.origin === here.origin || isUpgrade ? there.href : undefined;
}
