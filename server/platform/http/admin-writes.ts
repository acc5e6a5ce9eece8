import type { Endpoint } from "#contract/endpoint.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { AuditDetails } from "#server/platform/app.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import { differencesOf } from "#server/platform/changes/differences.ts";
import { isRecorded } from "#server/platform/changes/recorded-writes.ts";
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
  entity: ObjectName;
  entityId: string | null;
  /** What the object is called, such as the name of a product or the number of an order; null if it has no name. */
  name: string | null;
  /** The fields that changed, before and after; null where the object did not exist or can't be read. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | undefined;
  /** The listener adds the id of the entry if the write can be undone. */
  undoIds?: number[];
}

interface Write {
  route: string;
  endpoint: Endpoint;
  params: unknown;
  caller: Caller;
  requestId: string | undefined;
}
type Fields = Record<string, unknown>;
/** The `data` of a `GET`; undefined if there is no such endpoint or object. */
type Read = (route: string, call: Pick<Write, "params" | "caller">) => Promise<unknown>;
interface Parts {
  db: Db;
  events: Events;
  read: Read;
}

/** Reads the object of an administrator's write before it; the result emits `admin.wrote` with what changed. */
export function createAdminWrites({ db, events, read }: Parts) {
  return async (write: Write): Promise<((answer: unknown, details: AuditDetails) => Promise<void>) | undefined> => {
    const { route, endpoint, params, caller, requestId } = write;
    if (!isRecorded(route, endpoint, caller)) return undefined;
    const path = route.slice(route.indexOf(" ") + 1);
    const object = /^\/(.*?)\/:(\w+)/.exec(path);
    const before = await readObject(read, write);
    return async (answer, details) => {
      if (caller.kind !== "user") return;
      const answered = fieldsOf(answer);
      const result = endpoint.secret ? undefined : answered;
      // The answer of a call on an object is often another one, such as the order of a shipment.
      const after = object || before ? await readObject(read, write) : result;
      const changes = differencesOf(before, after);
      const id = details.entityId ?? (object && (params as Fields)[object[2] ?? ""]) ?? answered?.id ?? null;
      await inTransaction(db, (tx) =>
        events.emit(tx, "admin.wrote", {
          actorId: caller.id,
          action: route,
          entity: details.entity ?? endpoint.object ?? "user",
          entityId: id === null ? null : String(id),
          name: id === null ? null : (details.name ?? nameOf(after ?? before ?? result ?? { last4: answered?.last4 })),
          before: details.before ? { ...changes.before, ...details.before } : changes.before,
          after: details.after ? { ...changes.after, ...details.after } : changes.after,
          requestId,
          undoIds: details.undoIds,
        }),
      );
    };
  };
}

/** The object a write changes: at the `GET` of its path, else in the list or object one level above. */
async function readObject(
  read: Read,
  { route, params, caller }: Pick<Write, "route" | "params" | "caller">,
): Promise<Fields | undefined> {
  const [method, whole = ""] = route.split(" ");
  const path = /^.*?\/:\w+/.exec(whole)?.[0] ?? (method === "POST" ? undefined : whole);
  if (path === undefined) return undefined;
  const own = await read(`GET ${path}`, { params, caller });
  if (isObject(own)) return own;
  const above = await read(`GET ${path.slice(0, path.lastIndexOf("/"))}`, { params, caller });
  const { id } = (params ?? {}) as { id?: unknown };
  const found = Array.isArray(above)
    ? above.find((one: Fields) => id !== undefined && one.id === id)
    : isObject(above) && above[path.slice(path.lastIndexOf("/") + 1)];
  return isObject(found) ? found : undefined;
}

const fieldsOf = (answer: unknown) => {
  const data = (answer as { data?: unknown } | undefined)?.data;
  return isObject(data) ? data : undefined;
};
/** The fields that name an object, the first that is filled; the last are those of an image and what shows it. */
const nameFields = [
  "name",
  "code",
  "number",
  "fullname",
  "email",
  "file",
  "from",
  "words",
  "last4",
  "product",
  "alt",
  "uses",
];
const nameOf = (object: Fields): string | null => {
  const field = nameFields.find((one) => [object[one]].flat().some(Boolean));
  const [found] = [object[field ?? ""]].flat();
  if (isObject(found)) return nameOf(found);
  return found === undefined ? null : `${field === "last4" ? "•••• " : ""}${String(found)}`;
};
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
