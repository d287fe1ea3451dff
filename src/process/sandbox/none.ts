/** No sandbox, because the user wants none. */
import type { Sandbox } from "./sandbox.ts";

export function createNoSandbox(): Sandbox {
  const status = { type: "none" } as const;
  return {
    status,
    probe: () => Promise.resolve(status),
    wrap: () => Promise.resolve(null),
    close() {},
  };
}
