import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { Events } from "#server/platform/events.ts";
import { type Differences, differencesOf } from "./differences.ts";
import { lockObjects } from "./lock-object.sql.ts";
import type { Fields, RecordedObject } from "./objects.ts";
import { type NewChange, saveChange } from "./save-change.ts";

/** The object that a write is about; without an id the write creates it. */
export interface Target {
  object: ObjectName;
  id?: string | undefined;
  /** What it is called here, such as a file by its name. */
  name?: string | undefined;
  recorded: RecordedObject;
  /** Whether the write leaves quantities alone, which others change too: they are neither locked nor recorded then. */
  keepsQuantities?: boolean | undefined;
}
/** Who makes a change, by which call. */
export type Author = Pick<NewChange, "actorId" | "action" | "requestId" | "undoes" | "setId">;

/**
 * Runs a write and records what it changed of its object, in the same transaction: no write is without its change, and no
 * change is of a write that was rolled back. One that turned out to change nothing has none. The write gets the fields
 * before it. Returns the result and the id of the change if it can be undone.
 */
export async function recordChange<Result>(
  events: Events,
  tx: Tx,
  target: Target,
  author: Author,
  work: (before: Fields | undefined) => Promise<Result>,
  /** What a handler adds to the fields before and after. */
  added?: Partial<Differences>,
): Promise<{ result: Result; undoId: number | undefined }> {
  const { id: given, recorded } = target;
  await lockTarget(tx, target);
  const read = (id: string) => (recorded.isReported && added ? Promise.resolve({}) : recorded.read(tx, id));
  const before = given === undefined ? undefined : await read(given);
  const result = await work(before);
  const id = given ?? String((result as { id?: number | string } | undefined)?.id ?? "");
  const after = await read(id);
  const undoId = await saveDifferences(events, tx, { ...target, id }, author, { before, after, added });
  return { result, undoId };
}

/** Several objects that one write changes. */
export type Targets = Omit<Target, "id" | "name"> & { ids: string[] };

/** Runs a write of several objects and records a change of each that there is, in its transaction. */
export async function recordChanges<Result>(
  events: Events,
  tx: Tx,
  { ids, ...target }: Targets,
  author: Author,
  work: () => Promise<Result>,
): Promise<{ result: Result; undoIds: number[] }> {
  await lockTargets(tx, { ids, ...target });
  const { recorded } = target;
  const states = new Map<string, Fields>();
  for (const id of ids) {
    const before = await recorded.read(tx, id);
    if (before) states.set(id, before);
  }
  const result = await work();
  const undoIds: number[] = [];
  for (const [id, before] of states) {
    const after = await recorded.read(tx, id);
    const undoId = await saveDifferences(events, tx, { ...target, id }, author, { before, after });
    if (undoId) undoIds.push(undoId);
  }
  return { result, undoIds };
}

interface States {
  before: Fields | undefined;
  after: Fields | undefined;
  added?: Partial<Differences>;
}

/** Saves the change between two states; returns its id if it can be undone. */
async function saveDifferences(
  events: Events,
  tx: Tx,
  { object, id, name: given, recorded, keepsQuantities = false }: Target & { id: string },
  author: Author,
  { added = {}, ...states }: States,
): Promise<number | undefined> {
  const { before, after } = keepsQuantities ? withoutQuantities(states, recorded) : states;
  const named = after ?? before;
  const differences = differencesOf(before, after, recorded);
  const all = {
    before: differences.before && { ...differences.before, ...added.before },
    after: differences.after && { ...differences.after, ...added.after },
  };
  const changed = withinLimit(all, recorded);
  const undo = undoOf(author.action);
  if (undo === "snapshot" && isUntouched({ before, after }, changed, recorded)) return undefined;
  const name = given ?? (named ? recorded.name(named) : null);
  const saved = await saveChange(events, tx, { ...author, ...changed, object, id, name });
  const isUndoable = undo === "snapshot" ? canUndo(recorded, changed) : saved.isUndoneByCall;
  return isUndoable ? saved.changeId : undefined;
}

/** The states of an object without the quantities that both have: others may have changed them in between. */
function withoutQuantities({ before, after }: States, { isQuantity = () => false }: RecordedObject): States {
  if (!before || !after) return { before, after };
  const pick = (state: Fields, other: Fields) =>
    Object.fromEntries(Object.entries(state).filter(([field]) => !(isQuantity(field) && field in other)));
  return { before: pick(before, after), after: pick(after, before) };
}

const changedFields = "changed_fields";

/** The differences, or only how many they are. */
function withinLimit({ before, after }: Differences, { mostFields = Number.POSITIVE_INFINITY }: RecordedObject) {
  const count = Object.keys({ ...before, ...after }).length;
  return count > mostFields ? { before: {}, after: { [changedFields]: count } } : { before, after };
}

/** How the endpoint of an action is undone. */
export const undoOf = (action: string) => (action in api ? (api[action as ApiRoute] as Endpoint).undo : undefined);

/** Whether an object is as it was; one with secrets down to its version. */
const isUntouched = ({ before, after }: States, changed: Differences, { hasSecrets = false }: RecordedObject) =>
  before !== undefined &&
  after !== undefined &&
  Object.keys({ ...changed.before, ...changed.after }).length === 0 &&
  (!hasSecrets || before.version === after.version);

/** Locks an object, with what its changes depend on, until the commit; what is created has no id yet. */
export const lockTarget = (tx: Tx, { id, ...target }: Target) =>
  lockTargets(tx, { ...target, ids: id === undefined ? [] : [id] });

/** Locks objects in the order of their ids, after what their changes depend on. */
async function lockTargets(tx: Tx, { object, ids, recorded, keepsQuantities = false }: Targets): Promise<void> {
  const ordered = ids.toSorted(byNumber);
  await recorded.lock?.(tx, ordered, { keepsQuantities });
  if (ordered.length > 0) await lockObjects(tx, object, ordered);
}
const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** Whether a change did something that its object can do back. */
export function canUndo(recorded: RecordedObject, { before, after }: Differences): boolean {
  if (!before) return Boolean(after && recorded.remove) && (recorded.canRemove?.(after ?? {}) ?? true);
  if (!after) return Boolean(recorded.create) && (recorded.canCreate?.(before) ?? true);
  if (changedFields in after) return false;
  const isChanged = Object.keys({ ...before, ...after }).length > 0;
  return Boolean(recorded.update) && isChanged && (recorded.canSetBack?.(before, after) ?? true);
}
