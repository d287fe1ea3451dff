/** Confining a command: the one interface, whatever does the confining. */

/** Whether commands are confined. `on` and `off` were found out by running something that must be denied. */
export type SandboxStatus =
  | { readonly type: "on" }
  /** None is to be had. `reason` is a sentence; `help` what can be done about it, or empty. */
  | { readonly type: "off"; readonly reason: string; readonly help: string }
  /** The user wants none. */
  | { readonly type: "none" };

/**
 * What a command may do. `looks`: nothing is writable, no network. `project`: the project and the session's scratch
 * folder are writable, without what other programs run or read their settings from; of the network, hosts that the
 * user is asked about by name.
 */
export type CommandPolicy = {
  readonly kind: "looks" | "project";
  /** Folders and files that are writable on top of that; absolute, real, there. */
  readonly writable?: readonly string[];
  /** Files and folders that are kept from being written, and that the user allows this once. */
  readonly lifted?: readonly string[];
  /** Ports of this machine on which a program outside waits, and that it may connect to. Where given, more may follow. */
  readonly ports?: readonly number[];
};

export type ConfinedCall = {
  /** For bash, as it was approved. */
  readonly command: string;
  /**
   * May it connect? Asked while the connection waits, once for each port of a host, and no more after a no. Absent: no. Must not throw.
   */
  readonly onConnect?: (host: string, port: number | undefined) => Promise<boolean>;
};

/** A command that is ready to be started. */
export type WrappedCommand = {
  readonly argv: readonly string[];
  /** To be added to the environment of its processes. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder of this command alone, which it may write to. */
  readonly runFolder: string;
  /** What is writable and what within that is not, for telling what was denied. */
  readonly bounds: Bounds;
  /** While it runs: further ports that it may connect to. Those that it knows already are none. */
  reach(ports: readonly number[]): void;
  /**
   * To be called when the command has ended, or could not be started: tells what came of it, and begins to clear away
   * what confining it took and to look for what it brought about; `probe` waits for that. Later calls give the same.
   */
  after(): AfterCommand;
};

/** Absolute real paths. */
export type Bounds = {
  readonly writable: readonly string[];
  /** Within `writable`, and not writable. */
  readonly guarded: readonly string[];
  /** Not to be read: an empty folder or file stands there. */
  readonly hidden: readonly string[];
};

export type AfterCommand = {
  /** Hosts that it was not let connect to, as `name:port`. */
  readonly deniedHosts: readonly string[];
  /** What it left running, and what was ended with it. */
  readonly endedChildren: boolean;
};

/** Something that makes other programs run something, and that was not there before. */
export type Finding = { readonly path: string; readonly what: string };

export interface Sandbox {
  /** What is known so far; null before `probe` has come to its end. */
  readonly status: SandboxStatus | null;
  /**
   * Finds out whether there is a sandbox. Later calls only wait until what earlier commands brought about is known. Never
   * rejects.
   */
  probe(): Promise<SandboxStatus>;
  /**
   * Null where commands are not confined (`none`).
   *
   * @throws Error with a sentence when a sandbox is wanted, and is not to be had (any more). Nothing may run then.
   */
  wrap(call: ConfinedCall, policy: CommandPolicy): Promise<WrappedCommand | null>;
  /** Ends what runs for it. Nothing is wrapped afterwards. */
  close(): void;
}
