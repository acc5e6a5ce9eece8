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
  /** The write of many objects that it is part of, such as an import. */
  setId?: string;
}

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A change of an object, in the transaction that makes it. Whoever saves it adds what `Saved` says. */
    "object.changed": NewChange & Saved;
  }
}
/** A change that is saved: its id, and whether the call that its endpoint names can undo it. */
interface Saved {
  changeId?: number;
  isUndoneByCall?: boolean;
}

/** Saves a change with the write that makes it. */
export async function saveChange(events: Events, tx: Tx, change: NewChange): Promise<Saved> {
  const saved: NewChange & Saved = { ...change };
  await events.emit(tx, "object.changed", saved);
  return saved;
}
