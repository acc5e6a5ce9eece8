import type { Endpoint } from "#contract/endpoint.ts";
import type { Call } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { Events } from "#server/platform/events.ts";
import type { Objects } from "./objects.ts";
import { type Author, recordChange } from "./record-change.ts";

type Input = { params?: unknown };
type Write = (tx: Tx, input: never, call: Call) => Promise<unknown>;

/** Whether a call is a write of the dashboard, which the audit log has. */
export const isRecorded = (route: string, { caller, isRead }: Endpoint) =>
  caller === "admin" && !isRead && !route.startsWith("GET ");

/** The writes that record what they change of their object in their own transaction. */
export function createRecordedWrites(db: Db, events: Events) {
  const objects: Objects = new Map();
  const routes = new Set<string>();
  const objectOf = (route: string, endpoint: Endpoint) =>
    endpoint.object && isRecorded(route, endpoint) ? objects.get(endpoint.object) : undefined;
  return {
    objects,
    /** Whether a write records its change itself. */
    recordsItself: (route: string, endpoint: Endpoint) => routes.has(route) && objectOf(route, endpoint) !== undefined,
    /** The handler of a write: it runs in a transaction, once for its Idempotency-Key, and is recorded there. */
    inTransaction: (route: string, endpoint: Endpoint, write: Write) => {
      routes.add(route);
      return (input: Input, call: Call) =>
        call.idempotency.transaction(db, async (tx) => {
          const work = () => write(tx, input as never, call);
          const recorded = objectOf(route, endpoint);
          if (!recorded || !endpoint.object) return work();
          const { id } = (input.params ?? {}) as { id?: number | string };
          const target = { object: endpoint.object, recorded, ...(id === undefined ? {} : { id: String(id) }) };
          const { result, undoId } = await recordChange(events, tx, target, authorOf(route, call), work);
          if (undoId && endpoint.undo === "snapshot") call.audit.undoIds.push(undoId);
          return result;
        });
    },
  };
}

/** Who makes a change, by which call. */
export const authorOf = (action: string, { caller, http }: Call): Author => ({
  actorId: caller.kind === "user" ? caller.id : null,
  action,
  requestId: http?.request.id,
});
