import type { Tx } from "#server/platform/database/database.ts";

/**
 * What rooms announce to rooms above them, inside the transaction of its cause: if a listener fails, nothing happened.
 * Each room adds its own by declaration merging (`declare module "./events.ts"`).
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface DomainEvents {}

type Listener<K extends keyof DomainEvents> = (tx: Tx, what: DomainEvents[K]) => Promise<void>;

export interface Events {
  on<K extends keyof DomainEvents>(name: K, listener: Listener<K>): void;
  emit<K extends keyof DomainEvents>(tx: Tx, name: K, what: DomainEvents[K]): Promise<void>;
}

/** A register of who listens to what; one for each shop. */
export function createEvents(): Events {
  const listeners = new Map<keyof DomainEvents, Listener<never>[]>();
  return {
    on: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener<never>]),
    emit: async (tx, name, what) => {
      for (const listener of listeners.get(name) ?? []) await (listener as Listener<typeof name>)(tx, what);
    },
  };
}
