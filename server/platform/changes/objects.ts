import type { ObjectName } from "#contract/resources/object-names.ts";
import type { Tx } from "#server/platform/database/database.ts";

export type Fields = Record<string, unknown>;

/** The account that makes a change; null for none. */
export interface ChangedBy {
  actorId: number | null;
}

/**
 * What a module says of an object whose changes are recorded with the write that makes them. What it can't do again can't
 * be undone: without `create` a deleted one stays deleted.
 */
export interface RecordedObject<State extends Fields = Fields> {
  /**
   * Locks what changes of these depend on besides themselves, before they are read; what is created has no id yet. With
   * `keepsQuantities` they leave quantities alone, which need no lock then.
   */
  lock?(tx: Tx, ids: readonly string[], of: { keepsQuantities: boolean }): Promise<unknown>;
  /** Its fields, as changes record and restore them; undefined if there is none. They are locked until the commit. */
  read(tx: Tx, id: string): Promise<State | undefined>;
  /** What it is called; null if it has no name. */
  name(state: State): string | null;
  /**
   * Fields that mean something together, such as the kind and value of a discount. They are recorded together, and an undo
   * sets all of them back or none.
   */
  together?: (keyof State & string)[][];
  /** Lists without an order: an undo takes out what was added and puts back what was taken out, whatever else changed. */
  sets?: (keyof State & string)[];
  /** Lists whose order counts: an undo moves back what the change moved, if nothing has moved it since. */
  orders?: (keyof State & string)[];
  /** Fields that are records of their own: only their changed parts are recorded, compared and set back. */
  isRecord?(field: string): boolean;
  /** The fields of a change as it would be recorded now, of one that was recorded before they were named like this. */
  upgrade?(state: Fields): Fields;
  /** Fields that others change too, such as stock: an undo moves them back by their difference, whatever they are now. */
  isQuantity?(field: string): boolean;
  /** Whether the undo of a change leaves all quantities alone. */
  keepsQuantities?(before: Fields, after: Fields): boolean;
  /** Fields that say what else an undo needs. They are not its own, so they are never compared. */
  beside?: (keyof State & string)[];
  /** Its writes say what they changed (`call.change`), as reading all of it before and after takes too long. */
  isReported?: boolean;
  /** Its fields don't say everything, such as keys: a write that changes none of them is recorded too. */
  hasSecrets?: boolean;
  /** Of more changed fields only their number is recorded, and they can't be set back. */
  mostFields?: number;
  /** Whether these fields can be set back; a file that was replaced is deleted, for example. */
  canSetBack?(before: Fields, after: Fields): boolean;
  /** Whether its fields can be set now, as its state may no longer allow it; an undo that it refuses is not offered. */
  canUpdate?(current: State, wanted: State): boolean;
  /** Which fields can't be set back any more, after what has happened to others: they are kept. */
  listLost?(tx: Tx, id: string, setBack: Partial<State>, current: State): Promise<string[]>;
  /** Sets its fields, of which those in `setBack` are changed. Throws what the same change by its endpoint throws. */
  update?(tx: Tx, id: string, state: State, by: ChangedBy, setBack: Partial<State>): Promise<unknown>;
  /** Creates it again, with the id that it had. */
  create?(tx: Tx, id: string, state: State): Promise<unknown>;
  /** Whether what was recorded is enough to create it again. */
  canCreate?(state: State): boolean;
  /** Whether a deleted one can't be created again any more, after what has happened since. */
  isLost?(tx: Tx, id: string, state: State): Promise<boolean>;
  /** Deletes it after it was created. */
  remove?(tx: Tx, id: string): Promise<unknown>;
  /** Whether it can be deleted as it was created. */
  canRemove?(state: State): boolean;
}

export type Objects = Map<ObjectName, RecordedObject>;
