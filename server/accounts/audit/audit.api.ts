import type { AuditEntry } from "#contract/accounts/audit.ts";
import { api } from "#contract/api.ts";
import { listAccountNames } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { type Caller, mayCall } from "#server/platform/auth/caller.ts";
import { type Columns, sendTable } from "#server/platform/csv.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
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
  setUndone,
  type Undoable,
} from "./audit.sql.ts";
import { findUndo, type Undo } from "./undo.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Asks which writes can't be undone any more, after what has happened since. */
    "undo.offering": { offers: Offer[] };
  }
}
interface Offer extends Pick<AuditRow, "action" | "entity_id" | "before" | "after"> {
  isRefused?: boolean;
}

/** Their handlers write the entries, one for each object. An undo is recorded as the write it makes. */
const recordedElsewhere = [
  "PATCH /customers/:id",
  "POST /customers/status",
  "POST /customers/:id/erasure",
  "POST /customers/:id/merge",
  "PUT /staff/:id",
  "DELETE /staff/:id",
  "DELETE /staff/:id/two-factor",
  "POST /reviews/moderate",
  "POST /orders/bulk",
  "PUT /product/admin/variations",
  "POST /product/admin/delete",
  "POST /variations/:id/stock",
  "POST /audit/:id/undo",
];

/** The audit log: records every write of an administrator, lists them and undoes what can be undone. */
export function auditRoutes(app: App) {
  const { db, handle, answer, answerPage, events } = app;
  events.on("admin.wrote", async (tx, write) => {
    if (recordedElsewhere.includes(write.action)) return;
    const id = await insertAuditEntry(tx, write);
    if (!id || !findUndo(write)) return;
    const { action, entityId, before, after } = write;
    const offer: Offer = { action, entity_id: entityId ?? "", before, after };
    await events.emit(tx, "undo.offering", { offers: [offer] });
    if (!offer.isRefused) write.undoIds?.push(id);
  });
  events.on("account.deleted", async (tx, { userId }) => {
    await eraseAuditValues(tx, ["customers", "user"], [String(userId)]);
  });
  events.on("order.anonymized", async (tx, { orderIds, returnIds }) => {
    await eraseAuditValues(tx, ["orders", "orders/manual", "payments", "returns"], [...orderIds, ...returnIds]);
  });
  answerPage("GET /audit", async ({ query }) => {
    const { timezone } = await getCachedSettings(app);
    const { rows, total } = await listAuditEntries(db, { ...query, timezone });
    const listed = (await withNames(db, rows)).map((row) => ({ ...row, undo: undoState(row) }));
    const offers: ((typeof listed)[number] & Offer)[] = listed.filter(({ undo }) => undo === "possible");
    if (offers.length > 0) await inTransaction(db, (tx) => events.emit(tx, "undo.offering", { offers }));
    for (const offer of offers) if (offer.isRefused) offer.undo = "changed_since";
    return { rows: listed, total };
  });
  handle("GET /audit/export", async ({ query }, call) => {
    const filters = { ...query, timezone: (await getCachedSettings(app)).timezone };
    const batch = async (after: number | null, limit: number) =>
      withNames(db, await listAuditEntriesAfter(db, filters, after, limit));
    return sendTable(call, "audit-log", columns, batch);
  });
  answer("GET /audit/people", async () => {
    const ids = await listAuditActors(db);
    const names = await listAccountNames(db, ids);
    const people = ids.map((id) => ({ id, name: names.get(id) ?? null }));
    return people.toSorted((one, other) => (one.name ?? "~").localeCompare(other.name ?? "~") || one.id - other.id);
  });
  handle("POST /audit/:id/undo", async ({ params }, call) => {
    const entry = assertFound(await findAuditEntry(db, params.id));
    const state = undoState(entry);
    const undo = findUndo(entry);
    if (undo) assertMayUndo(call.caller, entry, undo);
    if (!undo || state === "not_possible" || state === "too_late") throw new Problem("undo_not_possible");
    // Of two at once, one undoes it.
    if (state !== "possible" || !(await setUndone(db, entry.id, true))) throw changedSince();
    try {
      await app.undoWrite({ ...undo.write, params: { id: entry.entity_id, ...undo.write.params } }, call);
    } catch (error) {
      await setUndone(db, entry.id, false);
      const isChanged = error instanceof Problem && (error.code === "stale" || error.code === "not_found");
      throw isChanged ? changedSince() : error;
    }
  });
}

/** Also where the same person has changed it, and with nothing to save: the text of other conflicts would mislead. */
const changedSince = () =>
  new Problem("stale", { message: "It has been changed since, so this can't be undone. Nothing was changed." });

/** Staff undo their own writes, while they may still make them. */
function assertMayUndo(caller: Caller, { actor_id }: AuditRow, { write }: Undo) {
  if (caller.kind !== "user" || caller.role === "admin") return;
  if (caller.id !== actor_id || !mayCall(api[write.action], caller)) throw new Problem("forbidden");
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
  at: "at",
  person: ({ actor }) => actor && (actor.name ?? `Deleted account No. ${actor.id}`),
  action: "action",
  object: "entity",
  object_id: "entity_id",
  name: "name",
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};

function undoState(entry: AuditRow & Undoable): AuditEntry["undo"] {
  if (entry.undone_at) return "undone";
  const undo = findUndo(entry);
  if (!undo) return "not_possible";
  if (!(undo.within === "day" ? entry.is_of_day : entry.is_recent)) return "too_late";
  return entry.is_latest ? "possible" : "changed_since";
}
