import { isDeepStrictEqual } from "node:util";
import type { Fields } from "./objects.ts";

/** The fields of an object that changed, before and after; null where it did not exist. */
export interface Differences {
  before: Fields | null;
  after: Fields | null;
}

/** Every write changes these; they are neither recorded nor compared. */
const alwaysChanged = ["version", "updated_at"];

/** Whether two values are the same in JSON, but for what every write changes and the fields `others`. */
export const isSame = (one: unknown, other: unknown, others: string[] = []) =>
  isDeepStrictEqual(comparable(one, others), comparable(other, others));

const comparable = (value: unknown, others: string[]): unknown =>
  JSON.parse(
    JSON.stringify({ value }, (key, field) =>
      alwaysChanged.includes(key) || others.includes(key) ? undefined : field,
    ),
  );

/** What changed between two states of an object: the changed fields, or all of one that was created or deleted. */
export function differencesOf(before: Fields | undefined, after: Fields | undefined): Differences {
  if (!before || !after) return { before: before ?? null, after: after ?? null };
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame({ [key]: before[key] }, { [key]: after[key] }),
  );
  const pick = (fields: Fields) => Object.fromEntries(changed.map((key) => [key, fields[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The fields of a change that are still as it left them, with what they were before, and those changed since. */
export function fieldsToSetBack({ before, after }: { before: Fields; after: Fields }, current: Fields) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const kept = fields.filter((field) => !isSame({ field: current[field] ?? null }, { field: after[field] ?? null }));
  const setBack = Object.fromEntries(
    fields.filter((field) => !kept.includes(field)).map((field) => [field, before[field] ?? null]),
  );
  return { setBack, kept };
}
