/** The smallest store: one value, replaced whole, and those who want to know. */
export type Store<T> = {
  get(): T;
  /** Replaces the fields given; listeners hear of it at once. */
  set(change: Partial<T>): void;
  /** Returns the way to stop listening. */
  subscribe(listener: () => void): () => void;
};

/** A store that holds `initial` until it is told otherwise. */
export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (change) => {
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
