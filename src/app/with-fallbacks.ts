/** A chosen model with those behind it that the settings name. */
import { validateRequest } from "../context/validate.ts";
import { UserError } from "../protocol/error.ts";
import type { ModelRequest } from "../protocol/message.ts";
import { withFailover } from "../providers/failover.ts";
import type { Provider } from "../providers/provider.ts";
import type { Fallback } from "../settings/schema.ts";
import { say } from "../words/say.ts";

export type WithFallbacks = {
  readonly provider: Provider;
  /** Why some of them cannot be asked, a sentence each. */
  readonly faults: readonly string[];
};

/** Opens the models that stand in for this one; `open` throws a `UserError` for a bad name or a missing key. */
export function withFallbacks(
  first: Provider,
  fallback: Fallback | undefined,
  open: (name: string) => Provider,
): WithFallbacks {
  const faults: string[] = [];
  const others = namesFor(first.model, fallback).flatMap((name) => {
    try {
      const provider = open(name);
      return provider.model === first.model ? [] : [provider];
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      faults.push(say`The fallback ${name} cannot be asked: ${thrown.message}`);
      return [];
    }
  });
  const adapt = (request: ModelRequest, model: string) => {
    const asked = [first, ...others].find((provider) => provider.model === model);
    return validateRequest(request, { model, takesImages: asked?.vision }).request;
  };
  return { provider: withFailover(first, others, { adapt }), faults };
}

function namesFor(model: string, fallback: Fallback | undefined): readonly string[] {
  if (fallback === undefined) return [];
  return Array.isArray(fallback) ? fallback : (fallback[model] ?? []);
}
