import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { say } from "#words/say.ts";
import { CallProblem } from "./call-problem.ts";

/**
 * Shows the problems of `fields` at those fields. Returns the message for above the form, or undefined when every
 * problem is shown at a field.
 */
export function setFieldErrors<Values extends FieldValues>(
  problem: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | undefined {
  if (!(problem instanceof CallProblem)) return say("Something went wrong. Please try again.");
  const placed = problem.errors.filter(({ field }) => fields.includes(field.replace(/^body\./, "") as Path<Values>));
  for (const [index, { field, message }] of placed.entries())
    setError(field.replace(/^body\./, "") as Path<Values>, { message }, { shouldFocus: index === 0 });
  return placed.length > 0 && placed.length === problem.errors.length ? undefined : problem.message;
}
