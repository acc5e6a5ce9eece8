import type { Endpoint } from "#contract/endpoint.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { About, App, Call } from "#server/platform/app.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { afterCommit, inTransaction } from "#server/platform/database/transaction.ts";
import type { Events } from "#server/platform/events.ts";
import { keepAbsent } from "./keep-absent.ts";
import type { Objects, RecordedObject } from "./objects.ts";
import { type Author, recordChange, recordChanges } from "./record-change.ts";

type Input = { params?: unknown };
type Sent = Input & { body?: unknown };
type Write = (tx: Tx, input: never, call: Call) => Promise<unknown>;

/** Whether an endpoint is a write of the dashboard. Customers may call it too, for what is theirs. */
export const isDashboardWrite = (route: string, { caller, permission, isRead }: Endpoint) =>
  (caller === "admin" || permission !== undefined) && !isRead && !route.startsWith("GET ");

/** Whether a call is a write of the dashboard. */
export const isByStaff = (route: string, endpoint: Endpoint, caller: Caller) =>
  isDashboardWrite(route, endpoint) &&
  (endpoint.caller === "admin" || (caller.kind === "user" && caller.role !== "customer"));

/** The writes that record what they change of their object in their own transaction. */
export function createRecordedWrites(db: Db, events: Events) {
  const objects: Objects = new Map();
  const abouts = new Map<string, About<never>>();
  const getObject = (object: ObjectName) => {
    const recorded = objects.get(object);
    if (!recorded) throw new Error(`the object ${object} is not registered`);
    return { object, recorded };
  };
  const objectOf = (route: string, endpoint: Endpoint, about: About<never>, caller: Caller) => {
    const object = about.object ?? endpoint.object;
    if (!object || about.recordsItself || endpoint.recorded) return undefined;
    return isByStaff(route, endpoint, caller) ? getObject(object) : undefined;
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
    /** The body of a PUT with what it leaves out as its object has it. */
    keepAbsent: async (route: string, endpoint: Endpoint, caller: Caller, sent: Sent) => {
      const about = abouts.get(route);
      const found = about && objectOf(route, endpoint, about, caller);
      return found && route.startsWith("PUT ") ? completeBody(db, { ...found, about, endpoint }, sent) : sent.body;
    },
    /** The handler of a write: it runs in a transaction, once for its Idempotency-Key, and is recorded there. */
    inTransaction: (route: string, endpoint: Endpoint, write: Write, about: About<never> = {}) => {
      abouts.set(route, about);
      return (input: Input, call: Call) =>
        call.idempotency.transaction(db, async (tx) => {
          const work = () => write(tx, input as never, call);
          const object = objectOf(route, endpoint, about, call.caller);
          if (!object) return work();
          const id = idOf(about, input);
          const keepsQuantities = await about.keepsQuantities?.(tx, input as never);
          const target = { ...object, ...(id === undefined ? {} : { id: String(id) }), keepsQuantities };
          const { result, undoId } = await recordChange(events, tx, target, authorOf(route, call), work, call.change);
          if (undoId) offerUndo(tx, call, undoId);
          return result;
        });
    },
  };
}

type Updated = { recorded: RecordedObject; about: About<never>; endpoint: Endpoint };
async function completeBody(db: Db, { recorded, about, endpoint }: Updated, { params, body }: Sent): Promise<unknown> {
  const id = idOf(about, { params: endpoint.params?.safeParse(params).data });
  if (id === undefined) return body;
  const read = () => inTransaction(db, (tx) => recorded.read(tx, String(id)));
  return keepAbsent(endpoint.body, body, read, recorded.together);
}

const idOf = (about: About<never>, input: Input) =>
  about.id?.(input as never) ?? (input.params as { id?: number | string } | undefined)?.id;

/** Offers to undo changes once they are committed: those of an attempt that is rolled back and repeated are gone. */
export const offerUndo = (tx: Tx, { change }: Call, ...ids: number[]) =>
  afterCommit(tx, async () => void change.undoIds.push(...ids));

/** Who makes a change, by which call. */
export const authorOf = (action: string, { caller, http }: Call): Author => ({
  actorId: caller.kind === "user" ? caller.id : null,
  action,
  requestId: http?.request.id,
});
