import { isDeepStrictEqual } from "node:util";
import type { Fields, RecordedObject } from "./objects.ts";

/** The fields of an object that changed, before and after; null where it did not exist. */
export interface Differences {
  before: Fields | null;
  after: Fields | null;
}

/** Every write changes these; they are neither recorded nor compared, nor set back. */
const alwaysChanged = ["version", "updated_at"];

/** Whether two values are the same in JSON, but for what every write changes. */
export const isSame = (one: unknown, other: unknown) =>
  one === other || isDeepStrictEqual(comparable(one), comparable(other));

const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify({ value }, (key, field) => (alwaysChanged.includes(key) ? undefined : field)));

/** Whether a field has the same value; one that every write changes always has. */
const isSameField = (field: string, one: unknown, other: unknown) =>
  one === other || isSame({ [field]: one }, { [field]: other });

type Related = Pick<RecordedObject, "together" | "beside" | "sets" | "isQuantity">;

/**
 * What changed between two states of an object: the changed fields with those that mean something together with them, or
 * all fields of an object that was created or deleted.
 */
export function differencesOf(
  before: Fields | undefined,
  after: Fields | undefined,
  { together = [], beside = [] }: Related = {},
): Differences {
  if (!before || !after) return { before: before ?? null, after: after ?? null };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // A set, as an import of redirects has tens of thousands of fields.
  const changed = new Set(
    fields.filter((field) => !beside.includes(field) && !isSameField(field, before[field], after[field])),
  );
  const groups = together.filter((group) => group.some((field) => changed.has(field)));
  const recorded = fields.filter(
    (field) =>
      changed.has(field) ||
      groups.some((group) => group.includes(field)) ||
      (changed.size > 0 && beside.includes(field)),
  );
  const pick = (state: Fields) => Object.fromEntries(recorded.map((field) => [field, state[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/**
 * The fields of a change that are still as it left them, with what they were before, and those changed since. Fields that
 * mean something together are set back together, or kept.
 */
export function fieldsToSetBack(
  { before, after }: { before: Fields; after: Fields },
  current: Fields,
  { together = [], beside = [], sets = [], isQuantity = () => false }: Related = {},
) {
  const states = { before, after, current };
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (one) => !alwaysChanged.includes(one),
  );
  // The quantity of what was added or removed comes and goes with it.
  const fields = all.filter((field) => !isQuantity(field) || (isNumber(before[field]) && isNumber(after[field])));
  const formerOf = (field: string) => {
    if (isQuantity(field)) return formerQuantity(states, field);
    return sets.includes(field) ? formerSet(states, field) : (before[field] ?? null);
  };
  const former = Object.fromEntries(fields.map((field) => [field, formerOf(field)]));
  const isAsLeft = (field: string) =>
    sets.includes(field) || isQuantity(field)
      ? former[field] !== undefined
      : isSameField(field, current[field] ?? null, after[field] ?? null);
  const changedSince = new Set(fields.filter((field) => !beside.includes(field) && !isAsLeft(field)));
  const groups = together.filter((group) => group.some((field) => changedSince.has(field)));
  const isKept = (field: string) => changedSince.has(field) || groups.some((group) => group.includes(field));
  const kept = fields.filter(isKept);
  const setBack = Object.fromEntries(fields.filter((field) => !isKept(field)).map((field) => [field, former[field]]));
  const isAnySet = Object.keys(setBack).some((field) => !beside.includes(field));
  return { setBack: isAnySet ? setBack : {}, kept };
}

type States = Record<"before" | "after" | "current", Fields>;

/** A quantity moved back by the difference; undefined if what it counts is gone. */
function formerQuantity({ before, after, current }: States, field: string): number | undefined {
  const is = current[field];
  return isNumber(is) ? is + Number(before[field]) - Number(after[field]) : undefined;
}
const isNumber = (value: unknown) => typeof value === "number";

/** A list with what was added taken out and what was taken out put back; undefined if either has happened since. */
function formerSet({ before, after, current }: States, field: string): unknown[] | undefined {
  const [was, became, is] = [listOf(before[field]), listOf(after[field]), listOf(current[field])];
  const added = without(became, was);
  const removed = without(was, became);
  const isAsLeft = without(added, is).length === 0 && without(removed, is).length === removed.length;
  return isAsLeft ? [...without(is, added), ...removed] : undefined;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const without = (list: unknown[], others: unknown[]) =>
  list.filter((one) => !others.some((other) => isSame(one, other)));
