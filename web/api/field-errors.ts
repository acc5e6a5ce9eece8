import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { say } from "#words/say.ts";
import { CallProblem } from "./call-problem.ts";

/** The fields of a form that show errors; as an object by their names in the body: `{ "contact.email": "email" }`. */
export type ErrorFields<Values extends FieldValues> = readonly Path<Values>[] | Record<string, Path<Values>>;

/**
 * Shows the problems of `fields` at those fields, those of a list's entry at the list. Returns the message for above the
 * form, or undefined when every problem is shown at a field.
 */
export function setFieldErrors<Values extends FieldValues>(
  problem: unknown,
  fields: ErrorFields<Values>,
  setError: UseFormSetError<Values>,
): string | undefined {
  if (!(problem instanceof CallProblem)) return say("Something went wrong. Please try again.");
  const byName = new Map(Array.isArray(fields) ? fields.map((field) => [field, field]) : Object.entries(fields));
  const placed = problem.errors.flatMap(({ field, message }) => {
    const name = field.replace(/^body\./, "");
    const shownAt = byName.get(name) ?? byName.get(name.split(".")[0] ?? "");
    return shownAt === undefined ? [] : [{ shownAt, message }];
  });
  for (const [index, { shownAt, message }] of placed.entries())
    setError(shownAt, { message }, { shouldFocus: index === 0 });
  return placed.length > 0 && placed.length === problem.errors.length ? undefined : problem.message;
}
