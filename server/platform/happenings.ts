import type { Tx } from "./db.ts";

/**
 * What rooms announce to rooms above them, inside the transaction of its cause: if a listener fails, nothing happened.
 * Each room adds its own by declaration merging (`declare module "#server/platform/happenings.ts"`).
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Happenings {}

type Listener<K extends keyof Happenings> = (tx: Tx, what: Happenings[K]) => Promise<void>;

export interface Announcer {
  on<K extends keyof Happenings>(name: K, listener: Listener<K>): void;
  announce<K extends keyof Happenings>(tx: Tx, name: K, what: Happenings[K]): Promise<void>;
}

/** A register of who listens to what; one for each shop. */
export function announcer(): Announcer {
  const listeners = new Map<keyof Happenings, Listener<never>[]>();
  return {
    on: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener<never>]),
    announce: async (tx, name, what) => {
      for (const listener of listeners.get(name) ?? []) await (listener as Listener<typeof name>)(tx, what);
    },
  };
}
