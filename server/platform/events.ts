import type { Tx } from "#server/platform/database/database.ts";

/** Events for later modules, in the transaction of their cause. Modules add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface DomainEvents {}

type Listener<K extends keyof DomainEvents> = (tx: Tx, payload: DomainEvents[K]) => Promise<void>;

export interface Events {
  on<K extends keyof DomainEvents>(name: K, listener: Listener<K>): void;
  emit<K extends keyof DomainEvents>(tx: Tx, name: K, payload: DomainEvents[K]): Promise<void>;
}

/** The listeners of one app, by event. */
export function createEvents(): Events {
  const listeners = new Map<keyof DomainEvents, Listener<never>[]>();
  return {
    on: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener<never>]),
    emit: async (tx, name, payload) => {
      for (const listener of listeners.get(name) ?? []) await (listener as Listener<typeof name>)(tx, payload);
    },
  };
}
