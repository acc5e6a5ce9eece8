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
  JSON.parse(JSON.stringify({ value }, (_key, field) => (isVersioned(field) ? withoutAlwaysChanged(field) : field)));

/** An object with a version of ours, as lists in an object have. The attributes of products are texts, whatever their keys. */
const isVersioned = (value: unknown): value is Fields => isFields(value) && typeof value.version === "number";
const withoutAlwaysChanged = (object: Fields) =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !alwaysChanged.includes(field)));

/** Whether a field has the same value; one that every write changes always has. */
const isSameField = (field: string, one: unknown, other: unknown) =>
  alwaysChanged.includes(field) || isSame(one, other);

type Related = Pick<RecordedObject, "together" | "beside" | "sets" | "orders" | "isRecord" | "isQuantity">;

/**
 * What changed between two states of an object: the changed fields with those that mean something together with them, or
 * all fields of an object that was created or deleted.
 */
export function differencesOf(
  before: Fields | undefined,
  after: Fields | undefined,
  { together = [], beside = [], isRecord = () => false }: Related = {},
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
  const partsOf = (field: string) => (isRecord(field) ? changedParts(before[field], after[field]) : undefined);
  const parts = new Map(recorded.map((field) => [field, partsOf(field)]));
  const pick = (state: Fields, side: "before" | "after") =>
    Object.fromEntries(recorded.map((field) => [field, parts.get(field)?.[side] ?? state[field] ?? null]));
  return { before: pick(before, "before"), after: pick(after, "after") };
}

/** The parts of a record that changed; undefined if it was created or deleted. */
function changedParts(before: unknown, after: unknown): { before: Fields; after: Fields } | undefined {
  if (!isFields(before) || !isFields(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isSameField(name, before[name] ?? null, after[name] ?? null));
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The fields of a change that are still as it left them, with what they were before, and those changed since. Fields that
 * mean something together are set back together, or kept.
 */
export function fieldsToSetBack(
  { before, after }: { before: Fields; after: Fields },
  current: Fields,
  {
    together = [],
    beside = [],
    sets = [],
    orders = [],
    isRecord = () => false,
    isQuantity = () => false,
  }: Related = {},
  /** Fields that can't be set back for another reason. */
  lost: readonly string[] = [],
) {
  const states = { before, after, current };
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (one) => !alwaysChanged.includes(one),
  );
  // The quantity of what was added or removed comes and goes with it.
  const fields = all.filter((field) => !isQuantity(field) || (isNumber(before[field]) && isNumber(after[field])));
  const formerOf = (field: string) => {
    if (isQuantity(field)) return formerQuantity(states, field);
    if (sets.includes(field)) return formerSet(states, field);
    if (orders.includes(field)) return formerOrder(states, field);
    return isRecord(field) ? formerRecord(states, field) : (before[field] ?? null);
  };
  const former = Object.fromEntries(fields.map((field) => [field, formerOf(field)]));
  const isAsLeft = (field: string) =>
    sets.includes(field) || orders.includes(field) || isQuantity(field) || isRecord(field)
      ? former[field] !== undefined
      : isSameField(field, current[field] ?? null, after[field] ?? null);
  const isLost = new Set(lost);
  const changedSince = new Set(
    fields.filter((field) => isLost.has(field) || (!beside.includes(field) && !isAsLeft(field))),
  );
  const groups = together.filter((group) => group.some((field) => changedSince.has(field)));
  const isKept = (field: string) => changedSince.has(field) || groups.some((group) => group.includes(field));
  const kept = fields.filter(isKept);
  const setBack = Object.fromEntries(fields.filter((field) => !isKept(field)).map((field) => [field, former[field]]));
  const isAnySet = Object.keys(setBack).some(
    (field) => !beside.includes(field) && !isSameField(field, setBack[field] ?? null, current[field] ?? null),
  );
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

/** A record with the parts of the change set back; undefined if one of them has changed since. */
function formerRecord({ before, after, current }: States, field: string): unknown {
  const is = current[field] ?? null;
  const parts = changedParts(before[field], after[field]);
  if (!parts) return isSameField(field, is, after[field] ?? null) ? (before[field] ?? null) : undefined;
  const isAsLeft =
    isFields(is) && Object.keys(parts.after).every((name) => isSame(is[name] ?? null, parts.after[name]));
  return isAsLeft ? { ...is, ...parts.before } : undefined;
}

/**
 * A list in the order of before, with what was added since where it is and what was taken out behind what it followed;
 * undefined if what the change left was moved since.
 */
function formerOrder({ before, after, current }: States, field: string): unknown[] | undefined {
  const [was, became, is] = [listOf(before[field]), listOf(after[field]), listOf(current[field])];
  const [inWas, inBecame, inIs] = [new Set(was), new Set(became), new Set(is)];
  const left = became.filter((one) => inIs.has(one));
  if (!is.filter((one) => inBecame.has(one)).every((one, at) => one === left[at])) return undefined;
  const queue = was.filter((one) => inIs.has(one)).values();
  const order = is.map((one) => (inWas.has(one) ? queue.next().value : one));
  for (const [at, one] of was.entries())
    if (!inIs.has(one)) order.splice(at === 0 ? 0 : order.indexOf(was[at - 1]) + 1, 0, one);
  return order;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const without = (list: unknown[], others: unknown[]) =>
  list.filter((one) => !others.some((other) => isSame(one, other)));
