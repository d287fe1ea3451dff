/** A provider that leaves out, from then on, what its server refused. */
import type { Provider, ProviderEvent } from "./provider.ts";
import { learnFrom, type LearnedTraits } from "./learned-traits.ts";
import { withoutImages } from "./shape-body.ts";

export type Learning = {
  readonly model: string;
  /** What is known at the moment. */
  readonly known: () => LearnedTraits;
  readonly remember: (traits: LearnedTraits) => void;
  /** The provider that keeps to what is known. */
  readonly open: (traits: LearnedTraits) => Provider;
};

/** For one request: a server that refuses one thing after the other is given up at some point. */
const mostLessons = 6;

/**
 * Asks once more, at once, when a server refused something that the request can do without. Nothing of an answer has
 * been seen then, and the refusal is not shown.
 */
export function withLearning({ model, known, remember, open }: Learning): Provider {
  let opened: { readonly traits: LearnedTraits; readonly provider: Provider } | undefined;
  const providerFor = (traits: LearnedTraits) => {
    if (opened?.traits !== traits) opened = { traits, provider: open(traits) };
    return opened.provider;
  };
  return {
    model,
    async *stream(request, signal): AsyncGenerator<ProviderEvent> {
      let traits = known();
      for (let lessons = 0; ; lessons += 1) {
        let taught: LearnedTraits | null = null;
        let seen = false;
        const asked = traits.images === false ? withoutImages(request) : request;
        for await (const event of providerFor(traits).stream(asked, signal)) {
          if (event.type === "error" && !seen && lessons < mostLessons)
            taught = learnFrom(event.error, traits);
          if (taught !== null) break;
          seen = true;
          yield event;
        }
        if (taught === null || signal.aborted) return;
        traits = taught;
        remember(traits);
      }
    },
  };
}
