import type { Endpoint } from "#contract/endpoint.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import { notUndone } from "#contract/resources/undo.ts";
import type { About, App, Call } from "#server/platform/app.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { afterCommit } from "#server/platform/database/transaction.ts";
import type { Events } from "#server/platform/events.ts";
import type { Objects } from "./objects.ts";
import { type Author, recordChange, recordChanges } from "./record-change.ts";

type Input = { params?: unknown };
type Write = (tx: Tx, input: never, call: Call) => Promise<unknown>;

/** Whether a call is a write of the dashboard, which the audit log has. Customers may call the same endpoint. */
export const isRecorded = (route: string, { caller: callable, permission, isRead }: Endpoint, caller: Caller) =>
  (callable === "admin" || (permission !== undefined && caller.kind === "user" && caller.role !== "customer")) &&
  !isRead &&
  !route.startsWith("GET ");

/** Whether the handler of a write records it, as a change of each of its objects or of what it stores. */
const recordsEach = ({ undo }: Endpoint) => undo === notUndone.ofEachObject || undo === notUndone.stored;

/** The writes that record what they change of their object in their own transaction. */
export function createRecordedWrites(db: Db, events: Events) {
  const objects: Objects = new Map();
  const objectOf = (route: string, endpoint: Endpoint, about: About<never>, caller: Caller) => {
    if (recordsEach(endpoint)) return undefined;
    const object = about.object ?? endpoint.object;
    const recorded = object && isRecorded(route, endpoint, caller) ? objects.get(object) : undefined;
    return object && recorded && { object, recorded };
  };
  const abouts = new Map<string, About<never>>();
  const getObject = (object: ObjectName) => {
    const recorded = objects.get(object);
    if (!recorded) throw new Error(`the object ${object} is not registered`);
    return { object, recorded };
  };
  const change: App["change"] = async (tx, { object, id, name, action }, call, work) => {
    const target = { ...getObject(object), name, ...(id === undefined ? {} : { id: String(id) }) };
    const { result, undoId } = await recordChange(events, tx, target, authorOf(action, call), work);
    if (undoId) offerUndo(tx, call, undoId);
    return result;
  };
  const changes: App["changes"] = async (tx, { object, ids, action, keepsQuantities }, call, work) => {
    const targets = { ...getObject(object), ids: [...new Set(ids.map(String))], keepsQuantities };
    const { result, undoIds } = await recordChanges(events, tx, targets, authorOf(action, call), work);
    offerUndo(tx, call, ...undoIds);
    return result;
  };
  return {
    objects,
    change,
    changes,
    /** Whether a write records its change itself. */
    recordsItself: (route: string, endpoint: Endpoint, caller: Caller) => {
      if (recordsEach(endpoint)) return true;
      const about = abouts.get(route);
      return about !== undefined && objectOf(route, endpoint, about, caller) !== undefined;
    },
    /** The handler of a write: it runs in a transaction, once for its Idempotency-Key, and is recorded there. */
    inTransaction: (route: string, endpoint: Endpoint, write: Write, about: About<never> = {}) => {
      abouts.set(route, about);
      return (input: Input, call: Call) =>
        call.idempotency.transaction(db, async (tx) => {
          const work = () => write(tx, input as never, call);
          const object = objectOf(route, endpoint, about, call.caller);
          if (!object) return work();
          const id = about.id?.(input as never) ?? (input.params as { id?: number | string } | undefined)?.id;
          const keepsQuantities = await about.keepsQuantities?.(tx, input as never);
          const target = { ...object, ...(id === undefined ? {} : { id: String(id) }), keepsQuantities };
          const { result, undoId } = await recordChange(events, tx, target, authorOf(route, call), work, call.audit);
          if (undoId) offerUndo(tx, call, undoId);
          return result;
        });
    },
  };
}

/** Offers to undo changes once they are committed: those of an attempt that is rolled back and repeated are gone. */
export const offerUndo = (tx: Tx, { audit }: Call, ...ids: number[]) =>
  afterCommit(tx, async () => void audit.undoIds.push(...ids));

/** Who makes a change, by which call. */
export const authorOf = (action: string, { caller, http }: Call): Author => ({
  actorId: caller.kind === "user" ? caller.id : null,
  action,
  requestId: http?.request.id,
});
