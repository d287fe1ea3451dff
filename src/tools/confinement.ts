/** What the tools get to know of the sandbox. */
import type { Sandbox } from "../process/sandbox/sandbox.ts";

/** What confines a session's commands. */
export type Confinement = {
  readonly sandbox: Sandbox;
  /** The project's folder, and the user's: absolute, real. */
  readonly root: string;
  readonly home: string;
  /** Nothing may run where there is no sandbox. */
  readonly required?: boolean;
  /** Told of everything that a command was denied, in a few words each. */
  readonly onDenied?: (denied: readonly string[], command: string) => void;
};
