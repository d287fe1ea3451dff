/** What rein knows of a vendor, of a local server, or of a provider that the user has set up. */
import type { ChatTraits } from "./chat-request.ts";
import type { OwnModel } from "./model-info.ts";

/** One vendor or local server. `id` is the part of `provider/model-id` before the first slash. */
export type ProviderFamily = {
  readonly id: string;
  /** As a person calls it. */
  readonly name: string;
  readonly protocol: "chat" | "messages" | "responses" | "demo" | "script";
  /** The user's settings say so: then a model's name does not change it. */
  readonly protocolIsAsked?: boolean;
  /** Without a final slash; "" where nothing is asked over a network, or where only the user knows it. */
  readonly baseUrl: string;
  /** Environment variables that hold a key, the first that is set counts. */
  readonly keyVariables: readonly string[];
  /** It answers without a key, too. */
  readonly keyIsOptional?: boolean;
  /**
   * A key in the environment does not make it the default: only the user knows which of its models, or the key is there
   * for other things as well.
   */
  readonly onlyByName?: boolean;
  /** Other programs use the key as well: commands that the user runs keep it. */
  readonly keyIsShared?: boolean;
  /** Environment variables that replace the base address and the default model. */
  readonly baseUrlVariable?: string;
  readonly modelVariable?: string;
  /** Absent where only the user can know which models there are. */
  readonly defaultModel?: string;
  readonly traits?: ChatTraits;
  readonly headers?: Readonly<Record<string, string>>;
  /** A header that carries the key, besides `authorization`. */
  readonly keyHeader?: string;
  /** A server on this machine that can be asked what it has loaded, and how. */
  readonly local?: "ollama" | "lmstudio" | "llamacpp" | "vllm";
  /**
   * What answers only to a right key, an address or a path behind the base address; absent where the list of models
   * does.
   */
  readonly keyCheck?: string;
  /** Its models are others' under their own names, `vendor/model`. */
  readonly isRouter?: boolean;
  /** Where the key of a provider of the user's own is, besides `keyVariables`. */
  readonly keySource?: KeySource;
  /** What the settings say of its models. */
  readonly models?: Readonly<Record<string, OwnModel>>;
};

/** A file that holds nothing but the key, or a command that prints it. */
export type KeySource = { readonly file: string } | { readonly command: string };
