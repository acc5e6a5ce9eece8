import type { Tx } from "#server/platform/database/database.ts";
import type { Events } from "#server/platform/events.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { type Differences, differencesOf, fieldsToSetBack } from "./differences.ts";
import type { ChangedBy, Fields, RecordedObject } from "./objects.ts";
import { type Author, lockTarget, recordChange, type Target } from "./record-change.ts";

/** A change to undo. */
export interface PastChange extends Target, Differences {
  id: string;
  /** Fields that are kept whatever they are now, as the caller says. */
  lost?: string[];
}

/** What undoing a change does to its object as it is now; undefined if nothing of it can be undone any more. */
export interface UndoPlan {
  /** The fields that changed since, which stay as they are. */
  kept: string[];
  run(tx: Tx, by: ChangedBy): Promise<unknown>;
}

/** Plans how a change is undone: what was created is deleted, what was deleted created again, fields are set back. */
export async function planUndo(tx: Tx, past: PastChange, current: Fields | undefined): Promise<UndoPlan | undefined> {
  const { recorded, id, lost = [] } = past;
  const { before, after } = upgradeChange(past);
  if (!before) return current && after && isAsLeft(recorded, current, after) ? removing(recorded, id) : undefined;
  const { create, update } = recorded;
  if (!after) return create && !current ? { kept: [], run: (run) => create(run, id, before) } : undefined;
  if (!current || !update) return undefined;
  const { setBack, kept } = await fieldsThatCanBeSetBack(tx, { recorded, id, before, after, lost }, current);
  if (Object.keys(setBack).length === 0) return undefined;
  const wanted = { ...current, ...setBack };
  if (!(recorded.canUpdate?.(current, wanted) ?? true)) return undefined;
  return { kept, run: (run, by) => update(run, id, wanted, by, setBack) };
}

/** The fields to set back, without those that can't be any more and what means something together with them. */
async function fieldsThatCanBeSetBack(
  tx: Tx,
  {
    recorded,
    id,
    before,
    after,
    lost,
  }: Pick<PastChange, "recorded" | "id" | "lost"> & { before: Fields; after: Fields },
  current: Fields,
) {
  const planned = fieldsToSetBack({ before, after }, current, recorded, lost);
  const gone = (await recorded.listLost?.(tx, id, planned.setBack, current)) ?? [];
  if (gone.length === 0) return planned;
  return fieldsToSetBack({ before, after }, current, recorded, [...(lost ?? []), ...gone]);
}

/** A change as it would be recorded now. */
function upgradeChange({ recorded, before, after }: PastChange): Differences {
  const { upgrade } = recorded;
  if (!upgrade) return { before, after };
  const [was, became] = [before && upgrade(before), after && upgrade(after)];
  return was && became ? differencesOf(was, became, recorded) : { before: was, after: became };
}

/** Whether an object is as its creation left it, but for quantities. */
function isAsLeft(recorded: RecordedObject, current: Fields, after: Fields) {
  const { after: changed } = differencesOf(withNewFields(after, current, recorded), current, recorded);
  return Object.keys(changed ?? {}).every((field) => recorded.isQuantity?.(field));
}

/** What was recorded before fields were added to an object, with those of them that nobody has filled since. */
function withNewFields(after: Fields, current: Fields, { isRecord }: Pick<RecordedObject, "isRecord"> = {}): Fields {
  const fields = Object.entries(current).flatMap(([field, is]): [string, unknown][] => {
    const became = after[field];
    if (became === undefined) return isEmpty(is) ? [[field, is]] : [];
    return isRecord?.(field) && isFields(became) && isFields(is) ? [[field, withNewFields(became, is)]] : [];
  });
  return { ...after, ...Object.fromEntries(fields) };
}
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) =>
  value === null || value === false || value === "" || (Array.isArray(value) && value.length === 0);

const removing = ({ remove }: RecordedObject, id: string): UndoPlan | undefined =>
  remove && { kept: [], run: (tx) => remove(tx, id) };

/**
 * Undoes a change and records that as another one. Returns the fields that were left because they changed since, and the
 * id of the new change if that can be undone. Throws `stale` if nothing of it can be undone any more, and what the same
 * change by its endpoint throws.
 */
export async function undoChange(events: Events, tx: Tx, change: PastChange, author: Author) {
  const { before, after, recorded } = change;
  const keepsQuantities = before && after ? recorded.keepsQuantities?.(before, after) : undefined;
  const target = { ...change, keepsQuantities };
  await lockTarget(tx, target);
  const plan = await planUndo(tx, change, await recorded.read(tx, change.id));
  if (!plan) throw changedSince();
  const { undoId } = await recordChange(events, tx, target, author, () => plan.run(tx, author));
  return { kept: plan.kept, undoId };
}

/** Also where the same person has changed it, and with nothing to save: the text of other conflicts would mislead. */
export const changedSince = () =>
  new Problem("stale", { message: "It has been changed since, so this can't be undone. Nothing was changed." });
