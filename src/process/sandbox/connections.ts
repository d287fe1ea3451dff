/** Whether a command may connect to a host: its user is asked. A yes is to one port of it, a no to all. */
import type { ConfinedCall } from "./sandbox.ts";
import type { FromHost, ToHost } from "./srt-talk.ts";

export type Connections = {
  /** A command begins; `key` names it to the proxy. */
  begin(key: string, onConnect: ConfinedCall["onConnect"]): void;
  /** It has ended. Returns the hosts that it was not let connect to, as `name:port`. */
  end(key: string): readonly string[];
  /** Answers the proxy, perhaps after the user has. */
  answer(question: Extract<FromHost, { type: "ask" }>): Promise<void>;
};

type Run = {
  readonly key: string;
  readonly onConnect: ConfinedCall["onConnect"];
  readonly asked: Map<string, Promise<boolean>>;
  /** By their names alone. */
  readonly refused: Set<string>;
  readonly denied: Set<string>;
};

export function createConnections(send: (message: ToHost) => void): Connections {
  const runs = new Map<string, Run>();
  return {
    begin(key, onConnect) {
      runs.set(key, { key, onConnect, asked: new Map(), refused: new Set(), denied: new Set() });
    },
    end(key) {
      const denied = [...(runs.get(key)?.denied ?? [])];
      runs.delete(key);
      return denied;
    },
    async answer({ id, host, port }) {
      const address = addressOf(host, port);
      // The runtime does not say which command connects: the one in the foreground, which is the last that may ask.
      const run = [...runs.values()].findLast(({ onConnect }) => onConnect !== undefined);
      let may = false;
      if (run?.onConnect !== undefined && !run.refused.has(host)) {
        const asked = run.asked.get(address) ?? run.onConnect(host, port);
        run.asked.set(address, asked);
        may = await asked;
        if (may) send({ type: "allow", key: run.key, hosts: [address] });
        else run.refused.add(host);
      }
      if (!may) for (const { denied } of run === undefined ? runs.values() : [run]) denied.add(address);
      send({ type: "answer", id, allow: may });
    },
  };
}

/** As the runtime takes it: IPv6 in brackets. */
function addressOf(host: string, port: number | undefined): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}
