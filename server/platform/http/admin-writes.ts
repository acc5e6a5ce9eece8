import type { Endpoint } from "#contract/endpoint.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Events } from "#server/platform/events.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An administrator's write that succeeded; emitted after its own transaction. */
    "admin.wrote": AdminWrite;
  }
}

export interface AdminWrite {
  actorId: number;
  /** Method and path: `PUT /product/:id`. */
  action: string;
  /** The path before the id: `product`. */
  entity: string;
  entityId: string | null;
  /** The fields that changed, before and after; null where the object did not exist or can't be read. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | undefined;
}

interface Write {
  route: string;
  endpoint: Endpoint;
  params: unknown;
  caller: Caller;
  requestId: string;
}
type Fields = Record<string, unknown>;
interface Parts {
  db: Db;
  events: Events;
  /** The object at `GET <path>`; undefined if there is no such endpoint or object. */
  read: (route: string, write: Write) => Promise<Fields | undefined>;
}

/**
 * Reads the object of a write before it runs; the returned function emits `admin.wrote` with what changed. Undefined for
 * calls that are no write of an administrator.
 */
export function createAdminWrites({ db, events, read }: Parts) {
  return async (write: Write): Promise<((answer: unknown) => Promise<void>) | undefined> => {
    const { route, endpoint, params, caller, requestId } = write;
    if (endpoint.caller !== "admin" || route.startsWith("GET ")) return undefined;
    const path = route.slice(route.indexOf(" ") + 1);
    const object = /^\/(.*?)\/:(\w+)/.exec(path);
    const objectRoute = `GET ${object?.[0]}`;
    const before = object ? await read(objectRoute, write) : undefined;
    return async (answer) => {
      if (caller.kind !== "user") return;
      const result = endpoint.secret ? undefined : fieldsOf(answer);
      // The answer of a call on an object is often another one, such as the order of a shipment.
      const after = object ? before && (await read(objectRoute, write)) : result;
      const id = (object && (params as Fields)[object[2] ?? ""]) ?? result?.id ?? null;
      const changes = changedFields(before, after);
      await inTransaction(db, (tx) =>
        events.emit(tx, "admin.wrote", {
          actorId: caller.id,
          action: route,
          entity: object?.[1] ?? path.slice(1),
          entityId: id === null ? null : String(id),
          ...changes,
          requestId,
        }),
      );
    };
  };
}

/** The object of an answer: `{ data: { … } }`. */
export function fieldsOf(answer: unknown): Fields | undefined {
  const data = (answer as { data?: unknown } | undefined)?.data;
  return typeof data === "object" && data !== null && !Array.isArray(data) ? (data as Fields) : undefined;
}

/** JSON without what every write changes. */
const comparable = (value: unknown) =>
  JSON.stringify(value, (key, field: unknown) => (key === "version" || key === "updated_at" ? undefined : field));

/** The fields that differ, before and after. */
function changedFields(before: Fields | undefined, after: Fields | undefined): Pick<AdminWrite, "before" | "after"> {
  if (!before || !after) return { before: before ?? null, after: after ?? null };
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => comparable({ [key]: before[key] }) !== comparable({ [key]: after[key] }),
  );
  const pick = (fields: Fields) => Object.fromEntries(changed.map((key) => [key, fields[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
