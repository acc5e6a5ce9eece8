import type { AuditEntry } from "#contract/accounts/audit.ts";
import type { ApiRoute } from "#contract/api.ts";
import { pageMeta } from "#contract/endpoint.ts";
import { listAccountNames } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import {
  type AuditRow,
  eraseAuditValues,
  findAuditEntry,
  insertAuditEntry,
  listAuditActors,
  listAuditEntries,
  type Undoable,
} from "./audit.sql.ts";

/** Changes of customers are recorded in their own transaction; an undo is recorded as the write it makes. */
const recordedElsewhere = [
  "PATCH /customers/:id",
  "POST /customers/status",
  "PUT /staff/:id",
  "DELETE /staff/:id",
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
    await eraseAuditValues(tx, ["orders", "payments"], orderIds);
  });
  handle("GET /audit", async ({ query }) => {
    const { rows, total } = await listAuditEntries(db, query);
    const names = await listAccountNames(
      db,
      rows.flatMap(({ actor_id }) => actor_id ?? []),
    );
    return {
      data: rows.map(({ actor_id, ...row }) => ({
        ...row,
        actor: actor_id === null ? null : { id: actor_id, name: names.get(actor_id) ?? null },
        undo: undoState(row),
      })),
      meta: pageMeta(query, total),
    };
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
