import { listAccountNames } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { sendTable } from "#server/platform/csv.ts";
import type { Db } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import {
  type ChangeRow,
  eraseValuesOfChanges,
  findChange,
  insertChange,
  listActors,
  listChanges,
  listChangesAfter,
} from "./audit.sql.ts";
import { auditColumns } from "./audit-columns.ts";
import { withFirstFields } from "./first-fields.ts";
import { isUndoneByCall, type Offer, undoEntry, withUndoStates } from "./undo-entries.ts";

/** The audit log: saves the change of every write of an administrator, lists them and undoes what can be undone. */
export function auditRoutes(app: App) {
  const { db, handle, answer, answerPage, events } = app;
  events.on("object.changed", async (tx, change) => {
    const { object, id, ...entry } = change;
    const saved = await insertChange(tx, { ...entry, entity: object, entityId: id });
    if (!saved) return;
    change.changeId = saved;
    // The set is undone, not a part of it.
    if (entry.setId !== undefined) return;
    const offer: Offer = { action: entry.action, entity_id: id, before: entry.before, after: entry.after };
    const isByCall = isUndoneByCall(entry.action);
    if (isByCall) await events.emit(tx, "undo.offering", { offers: [offer] });
    change.isUndoneByCall = isByCall && !offer.isRefused;
  });
  events.on("account.deleted", async (tx, { userId }) => {
    await eraseValuesOfChanges(tx, ["customer", "user"], [String(userId)]);
  });
  events.on("order.anonymized", async (tx, { orderIds, returnIds }) => {
    await eraseValuesOfChanges(tx, ["order", "payment", "return"], [...orderIds, ...returnIds]);
  });
  answerPage("GET /audit", async ({ query }) => {
    const { timezone } = await getCachedSettings(app);
    const { rows, total } = await listChanges(db, { ...query, timezone });
    return { rows: (await withUndoStates(app, await withNames(db, rows))).map(withFirstFields), total };
  });
  answer("GET /audit/:id", async ({ params }) => {
    const found = assertFound(await findChange(db, params.id));
    const [entry] = await withUndoStates(app, await withNames(db, [found]));
    return { ...assertFound(entry), more_fields: 0 };
  });
  handle("GET /audit/export", async ({ query }, call) => {
    const filters = { ...query, timezone: (await getCachedSettings(app)).timezone };
    const batch = async (after: number | null, limit: number) =>
      withNames(db, await listChangesAfter(db, filters, after, limit));
    return sendTable(call, "audit-log", auditColumns, batch);
  });
  answer("GET /audit/people", async () => {
    const ids = await listActors(db);
    const names = await listAccountNames(db, ids);
    const people = ids.map((id) => ({ id, name: names.get(id) ?? null }));
    return people.toSorted((one, other) => (one.name ?? "~").localeCompare(other.name ?? "~") || one.id - other.id);
  });
  // An undo is recorded as the write it makes.
  handle(
    "POST /audit/:id/undo",
    async ({ params }, call) => ({
      data: { kept: await undoEntry(app, assertFound(await findChange(db, params.id)), call) },
    }),
    { recordsItself: true },
  );
}

/** Entries with the people who wrote them in place of their ids, and the names of the accounts that they are about. */
async function withNames<Row extends ChangeRow>(db: Db, rows: Row[]) {
  const accountOf = ({ entity, entity_id }: ChangeRow) => (entity === "user" ? Number(entity_id) : 0);
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
