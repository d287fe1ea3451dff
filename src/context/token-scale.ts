/** How far the estimates are from what a model's server counts, learned from its own counts. */

export type TokenScale = {
  /** A request that was estimated at `estimated` tokens was counted as `reported` by its server. */
  learn(model: string, estimated: number, reported: number): void;
  /** An estimate as this model's server would count it; as it is until something has been learned. */
  apply(model: string, estimated: number): number;
};

/** Of a short request most is what the server puts around it. */
const leastLearned = 500;
const mostScale = 4;
/** A server that counts less counts something else: the part that came from no cache, or what is left of a cut prompt. */
const leastScale = 0.5;

/** A scale that knows nothing yet. The newest count of a model is the one that holds. */
export function createTokenScale(): TokenScale {
  const scales = new Map<string, number>();
  return {
    learn(model, estimated, reported) {
      const scale = reported / estimated;
      if (estimated >= leastLearned && scale >= leastScale) scales.set(model, Math.min(mostScale, scale));
    },
    apply: (model, estimated) => Math.ceil(estimated * (scales.get(model) ?? 1)),
  };
}
