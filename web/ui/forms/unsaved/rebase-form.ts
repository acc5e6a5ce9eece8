import type { FieldValues, UseFormReturn } from "react-hook-form";

/** The part of a form that is changed here. */
type Form<Fields extends FieldValues> = Pick<UseFormReturn<Fields>, "formState" | "getValues" | "reset">;

/** A field that two people changed differently. */
export interface Conflict<Fields extends FieldValues> {
  field: keyof Fields & string;
  theirs: unknown;
}

/** Starts a form again from `saved`. What was typed since `edited`, the fields sent or edited, stays as unsaved. */
export function rebaseForm<Fields extends FieldValues>(form: Form<Fields>, saved: Fields, edited: Partial<Fields>) {
  setValues(form, saved, typedSince(edited, form.getValues()));
}

/** Starts a form again from `saved` with what was typed on it. Lists of rows show what they are reset to only. */
function setValues<Fields extends FieldValues>(form: Form<Fields>, saved: Fields, typed: Partial<Fields>) {
  form.reset(saved);
  if (Object.keys(typed).length > 0) form.reset({ ...saved, ...typed }, { keepDefaultValues: true });
}

/**
 * Merges what somebody else has saved: fields not edited here since `base` take their values. Returns those both edited.
 */
export function mergeTheirs<Fields extends FieldValues>(
  form: Form<Fields>,
  base: Partial<Fields>,
  theirs: Fields,
): Conflict<Fields>[] {
  const mine = form.getValues();
  rebaseForm(form, theirs, base);
  return findConflicts(base, mine, theirs).map((field) => ({ field, theirs: theirs[field] }));
}

/**
 * Restores what was typed on `base`. If something else is saved by now, both are merged; returns what both edited.
 */
export function restoreForm<Fields extends FieldValues>(
  form: Form<Fields>,
  base: Fields,
  typed: Partial<Fields>,
): Conflict<Fields>[] | undefined {
  // Of the last render: what is reset below is in it after the next one.
  const saved = form.formState.defaultValues as Fields;
  setValues(form, base, typed);
  return Object.keys(typedSince(base, saved)).length === 0 ? undefined : mergeTheirs(form, base, saved);
}

/** The fields that differ from `before`. */
export const typedSince = <Fields extends FieldValues>(before: Partial<Fields>, now: Fields) =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(value, before[field]))) as Partial<Fields>;

/** The fields that both sides changed differently. */
export const findConflicts = <Fields extends FieldValues>(base: Partial<Fields>, mine: Fields, theirs: Fields) =>
  Object.keys(mine).filter(
    (field) =>
      !isSame(mine[field], base[field]) && !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]),
  );

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
