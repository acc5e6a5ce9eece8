import type { AuditEntry } from "#contract/accounts/audit.ts";
import type { ApiRoute } from "#contract/api.ts";
import { pageMeta } from "#contract/endpoint.ts";
import { listAccountNames } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/platform/database/database.ts";
import { type Columns, sendCsv, tableLines } from "#server/platform/http/csv.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import {
  type AuditRow,
  eraseAuditValues,
  findAuditEntry,
  insertAuditEntry,
  listAuditActors,
  listAuditEntries,
  listAuditEntriesAfter,
  type Undoable,
} from "./audit.sql.ts";

/** Changes of customers are recorded in their own transaction; an undo is recorded as the write it makes. */
const recordedElsewhere = [
  "PATCH /customers/:id",
  "POST /customers/status",
  "POST /customers/:id/erasure",
  "POST /customers/:id/merge",
  "PUT /staff/:id",
  "DELETE /staff/:id",
  "DELETE /staff/:id/two-factor",
  "POST /reviews/moderate",
  "POST /audit/:id/undo",
];

/** Writes whose fields say everything: no stock, money, email or deleted file depends on them. */
const undoable: ApiRoute[] = [
  "PUT /settings/general",
  "PUT /settings/checkout",
  "PUT /settings/payments",
  "PUT /settings/emails",
  "PUT /settings/policies",
  "PUT /settings/content",
  "PUT /tags/:id",
  "PUT /coupons/:id",
  "PATCH /reviews/:id",
  "PUT /shipping/zones/:id",
  "PUT /shipping/methods/:id",
  "PUT /tax/classes/:id",
  "PUT /tax/rates/:id",
];

/** Writes that a call of their own undoes, within a day. */
const undoCalls: Partial<Record<string, ApiRoute>> = {
  "POST /imports/:id/confirm": "POST /imports/:id/undo",
  "POST /product/admin/bulk-edits": "POST /product/admin/bulk-edits/:id/undo",
  "POST /customers/tags": "POST /customers/tags/:id/undo",
};

/** The audit log: records every write of an administrator, lists them and undoes what can be undone. */
export function auditRoutes(app: App) {
  const { db, handle, events } = app;
  events.on("admin.wrote", async (tx, write) => {
    if (!recordedElsewhere.includes(write.action)) await insertAuditEntry(tx, write);
  });
  events.on("account.deleted", async (tx, { userId }) => {
    await eraseAuditValues(tx, ["customers", "user"], [String(userId)]);
  });
  events.on("order.anonymized", async (tx, { orderIds }) => {
    await eraseAuditValues(tx, ["orders", "orders/manual", "payments"], orderIds);
  });
  handle("GET /audit", async ({ query }) => {
    const { timezone } = await getCachedSettings(app);
    const { rows, total } = await listAuditEntries(db, { ...query, timezone });
    return {
      data: (await withNames(db, rows)).map((row) => ({ ...row, undo: undoState(row) })),
      meta: pageMeta(query, total),
    };
  });
  handle("GET /audit/export", async ({ query }, call) => {
    const filters = { ...query, timezone: (await getCachedSettings(app)).timezone };
    const batch = async (after: number | null, limit: number) =>
      withNames(db, await listAuditEntriesAfter(db, filters, after, limit));
    return sendCsv(call, "audit-log", tableLines(columns, batch));
  });
  handle("GET /audit/people", async () => {
    const ids = await listAuditActors(db);
    const names = await listAccountNames(db, ids);
    const people = ids.map((id) => ({ id, name: names.get(id) ?? null }));
    return {
      data: people.toSorted((one, other) => (one.name ?? "~").localeCompare(other.name ?? "~") || one.id - other.id),
    };
  });
  handle("POST /audit/:id/undo", async ({ params }, call) => {
    const entry = assertFound(await findAuditEntry(db, params.id));
    const { action, entity_id: id, before, after } = entry;
    const state = undoState(entry);
    if (state === "changed_since") throw new Problem("stale");
    if (state !== "possible") throw new Problem("undo_not_possible");
    const undoCall = undoCalls[action];
    const write = undoCall ? { action: undoCall } : { action: action as ApiRoute, before, after };
    await app.undoWrite({ ...write, params: { id } }, call);
  });
}

/** Entries with the people who wrote them in place of their ids, and the names of the accounts that they are about. */
async function withNames<Row extends AuditRow>(db: Db, rows: Row[]) {
  const accountOf = ({ entity, entity_id }: AuditRow) => (entity === "user" ? Number(entity_id) : 0);
  const names = await listAccountNames(
    db,
    rows.flatMap((row) => [row.actor_id ?? 0, accountOf(row)]),
  );
  return rows.map((row) => ({
    ...row,
    name: row.name ?? names.get(accountOf(row)) ?? null,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: names.get(row.actor_id) ?? null },
  }));
}

/** The columns of the CSV file of the audit log. */
const columns: Columns<
  Pick<AuditEntry, "id" | "at" | "actor" | "action" | "entity" | "entity_id" | "name" | "before" | "after">
> = {
  at: ({ at }) => at,
  person: ({ actor }) => actor && (actor.name ?? `Deleted account No. ${actor.id}`),
  action: ({ action }) => action,
  object: ({ entity }) => entity,
  object_id: ({ entity_id }) => entity_id,
  name: ({ name }) => name,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};

type UndoFacts = Pick<AuditRow, "action" | "before" | "after"> & Undoable;

function undoState({ action, before, after, is_recent, is_of_day, is_latest }: UndoFacts): AuditEntry["undo"] {
  if (undoCalls[action]) {
    if (!is_of_day) return "too_late";
    return is_latest ? "possible" : "changed_since";
  }
  const hasFields = before !== null && after !== null && Object.keys(after).length > 0;
  // The image of a replaced logo is deleted.
  if (!undoable.includes(action as ApiRoute) || !hasFields || before.logo_image_id) return "not_possible";
  if (!is_recent) return "too_late";
  return is_latest ? "possible" : "changed_since";
}
