import type { AuditEntry } from "#contract/accounts/audit.ts";
import { type ApiRoute, api } from "#contract/api.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { App, Call } from "#server/platform/app.ts";
import { mayCall } from "#server/platform/auth/caller.ts";
import type { Fields } from "#server/platform/changes/objects.ts";
import { canUndo, undoOf } from "#server/platform/changes/record-change.ts";
import { authorOf, offerUndo } from "#server/platform/changes/recorded-writes.ts";
import { changedSince, type PastChange, planUndo, undoChange } from "#server/platform/changes/undo-change.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { type ChangeRow, setUndone, type Undoable } from "./audit.sql.ts";
import { findUndo, type Undo } from "./undo.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Asks which writes can't be undone any more, after what has happened since. */
    "undo.offering": { offers: Offer[] };
  }
}
export interface Offer extends Pick<ChangeRow, "action" | "entity_id" | "before" | "after"> {
  isRefused?: boolean;
}
type Entry = ChangeRow & Undoable;

/** Adds to entries whether each can be undone. */
export async function withUndoStates<Row extends Entry>(
  { db, events, objects }: App,
  rows: Row[],
): Promise<(Row & Pick<AuditEntry, "undo">)[]> {
  const listed = rows.map((row) => ({ ...row, undo: undoState(row, changeOf({ objects }, row)) }));
  const offers: ((typeof listed)[number] & Offer)[] = listed.filter(({ undo }) => undo === "possible");
  if (offers.length === 0) return listed;
  await inTransaction(db, async (tx) => {
    await events.emit(tx, "undo.offering", { offers });
    // Many entries may be of the same object.
    const states = new Map<string, Fields | undefined>();
    for (const offer of offers) {
      const change = changeOf({ objects }, offer);
      if (!change) continue;
      const key = `${change.object} ${change.id}`;
      if (!states.has(key)) states.set(key, await change.recorded.read(tx, change.id));
      offer.isRefused = !(await canStillUndo(tx, change, states.get(key)));
    }
  });
  for (const offer of offers) if (offer.isRefused) offer.undo = "changed_since";
  return listed;
}

/** Whether something of a change can be undone after what has happened since. */
async function canStillUndo(tx: Tx, change: PastChange, current: Fields | undefined): Promise<boolean> {
  const { recorded, id, before, after } = change;
  if (!(await planUndo(tx, change, current))) return false;
  const isLost = before && !after && (await recorded.isLost?.(tx, id, before));
  return !isLost;
}

/** Undoes the write of an entry. Returns the fields that were changed since and stay as they are. */
export async function undoEntry(app: App, entry: Entry, call: Call): Promise<string[]> {
  const change = changeOf(app, entry);
  const state = undoState(entry, change);
  const undo = change ? { call: entry.action as ApiRoute } : findUndo(entry);
  if (!undo || state === "not_possible") throw new Problem("undo_not_possible");
  assertMayUndo(call, entry, undo);
  if (state === "too_late") throw new Problem("undo_not_possible");
  if (state !== "possible") throw changedSince();
  if (change) return undoRecorded(app, entry, change, call);
  await undoByCall(app, entry, undo, call);
  return [];
}

function undoRecorded({ db, events }: App, { id, action }: Entry, change: PastChange, call: Call) {
  return inTransaction(db, async (tx) => {
    // Of two at once, one undoes it.
    if (!(await setUndone(tx, id, true))) throw changedSince();
    const { kept, undoId } = await undoChange(events, tx, change, { ...authorOf(action, call), undoes: id });
    if (undoId) offerUndo(tx, call, undoId);
    return kept;
  }).catch(throwChangedSince);
}

/** What it belonged to may be gone. */
function throwChangedSince(error: unknown): never {
  const isChanged = error instanceof Problem && (error.code === "stale" || error.code === "not_found");
  throw isChanged ? changedSince() : error;
}

async function undoByCall({ db, undoWrite }: App, entry: Entry, undo: Pick<Undo, "call">, call: Call) {
  if (!(await setUndone(db, entry.id, true))) throw changedSince();
  try {
    await undoWrite(undo.call, { id: entry.entity_id }, call);
  } catch (error) {
    await setUndone(db, entry.id, false);
    throwChangedSince(error);
  }
}

/** Whether an action is undone by another call, which its endpoint names. */
export function isUndoneByCall(action: string): boolean {
  const undo = undoOf(action);
  return typeof undo === "object" && "call" in undo;
}

/** The change of an entry whose write recorded it by itself, unless another call undoes it. */
function changeOf({ objects }: Pick<App, "objects">, entry: ChangeRow): PastChange | undefined {
  if (isUndoneByCall(entry.action)) return undefined;
  const object = entry.entity as ObjectName;
  const recorded = objects.get(object);
  const { entity_id: id, before, after } = entry;
  return recorded && { object, recorded, id, before, after };
}

/** Staff undo their own writes, while they may still make them. */
function assertMayUndo({ caller }: Call, { actor_id }: ChangeRow, undo: Pick<Undo, "call">) {
  if (caller.kind !== "user" || caller.role === "admin") return;
  if (caller.id !== actor_id || !mayCall(api[undo.call], caller)) throw new Problem("forbidden");
}

function undoState(entry: Entry, change: PastChange | undefined): AuditEntry["undo"] {
  if (entry.undone_at) return "undone";
  // The set is undone, not a part of it.
  if (entry.set_id !== null) return "not_possible";
  if (change) {
    if (undoOf(entry.action) !== "snapshot" || !canUndo(change.recorded, change)) return "not_possible";
    return entry.is_recent ? "possible" : "too_late";
  }
  const undo = findUndo(entry);
  if (!undo) return "not_possible";
  // Undone on a screen of its own.
  if (entry.latest_action === undo.call) return "undone";
  if (!(undo.within === "day" ? entry.is_of_day : entry.is_recent)) return "too_late";
  return entry.latest_action === null ? "possible" : "changed_since";
}
