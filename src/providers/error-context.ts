/** Whom an error is about. */
import type { Environment } from "./proxy.ts";

/** Whom the errors are about: what their messages name, and what they must not. */
export type ErrorContext = {
  /** The vendor as a person calls it: "OpenAI". */
  readonly name: string;
  readonly baseUrl: string;
  /** The variables in which the user gave the key and the address, where there are any. */
  readonly keyVariable?: string;
  readonly baseUrlVariable?: string;
  /** Taken out of every message. */
  readonly secrets?: readonly string[];
  /** Where proxies and certificates are named. @default the process's own, as `fetch` reads it */
  readonly environment?: Environment;
};
