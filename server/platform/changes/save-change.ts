import type { ObjectName } from "#contract/resources/object-names.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { Events } from "#server/platform/events.ts";
import type { Differences } from "./differences.ts";

export interface NewChange extends Differences {
  actorId: number | null;
  /** Method and path of the call: `PUT /coupons/:id`. */
  action: string;
  object: ObjectName;
  id: string;
  name: string | null;
  requestId: string | undefined;
  /** The change that this one undoes. */
  undoes?: number;
}

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A change of an object, in the transaction that makes it. Whoever saves it names its id. */
    "object.changed": NewChange & { changeId?: number };
  }
}

/** Saves a change with the write that makes it; returns its id. */
export async function saveChange(events: Events, tx: Tx, change: NewChange): Promise<number | undefined> {
  const saved: NewChange & { changeId?: number } = { ...change };
  await events.emit(tx, "object.changed", saved);
  return saved.changeId;
}
