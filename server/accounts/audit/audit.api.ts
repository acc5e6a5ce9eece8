import { pageMeta } from "#contract/endpoint.ts";
import { listAccountNames } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { eraseAuditValues, insertAuditEntry, listAuditEntries } from "./audit.sql.ts";

/** Changes of customers are recorded in their own transaction. */
const recordedElsewhere = ["PATCH /customers/:id", "POST /customers/status"];

/** The audit log: records every write of an administrator and lists them. */
export function auditRoutes({ db, handle, events }: App) {
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
      })),
      meta: pageMeta(query, total),
    };
  });
}
