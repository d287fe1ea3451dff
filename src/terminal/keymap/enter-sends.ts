/** Sending must always be possible: what Enter does where none of the keys for it can arrive. */
import type { Binding } from "./bindings.ts";
import { isSendable } from "./sendable.ts";

const enterKeys: readonly string[] = ["enter", "ctrl+m"];

export type EnterSends = {
  /** The table in which Enter sends as well, whatever else it was given to. */
  readonly bindings: readonly Binding[];
  /** The keys for sending that do not arrive, as somebody wants them. */
  readonly unsent: readonly string[];
};

/**
 * For terminals that tell few keys apart: a table in which Enter sends, too; null where one of the keys for sending
 * arrives from every terminal, or none is wanted.
 */
export function enterSends(bindings: readonly Binding[]): EnterSends | null {
  const unsent = bindings.filter(isSend).flatMap(({ keys }) => keys);
  if (unsent.length === 0 || unsent.some((key) => isSendable(key, "legacy"))) return null;
  return {
    unsent,
    bindings: bindings.map((binding) => {
      if (isSend(binding)) return { ...binding, keys: [...binding.keys, ...enterKeys] };
      if (binding.context !== "composer" || !binding.keys.some((key) => enterKeys.includes(key)))
        return binding;
      return { ...binding, keys: binding.keys.filter((key) => !enterKeys.includes(key)) };
    }),
  };
}

function isSend({ context, command }: Binding): boolean {
  return context === "composer" && command === "send";
}
