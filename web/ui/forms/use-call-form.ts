import { type FormEvent, useState } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { CallProblem } from "#web/api/call-problem.ts";
import { type ErrorFields, setFieldErrors } from "#web/api/field-errors.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { useIsShown } from "./use-is-shown.ts";

export interface CallFormOptions<Fields extends FieldValues> {
  start: Fields;
  /** The fields whose errors the server may report. */
  errorFields: ErrorFields<Fields>;
  /** The field of a problem that has none: `name_taken` at `name`; with a message that replaces the problem's. */
  errorCodes?: Record<string, Path<Fields> | readonly [Path<Fields>, string]>;
  resolver?: Resolver<Fields>;
  send: (fields: Fields) => Promise<unknown>;
  /** Called first; true if the problem needs not be shown. */
  onProblem?: (problem: CallProblem) => unknown;
}

/**
 * A form that is sent by a call. Its problem is shown at the fields it is about, else above them, and in a toast if the
 * form is gone by then.
 */
export function useCallForm<Fields extends FieldValues>({
  start,
  errorFields,
  errorCodes = {},
  resolver,
  send,
  onProblem,
}: CallFormOptions<Fields>) {
  const [problem, setProblem] = useState<string>();
  const form = useForm<Fields>({ defaultValues: start as DefaultValues<Fields>, ...(resolver ? { resolver } : {}) });
  const isShown = useIsShown();
  const explain = (error: unknown) => {
    const known = error instanceof CallProblem ? error : undefined;
    if (!isShown()) return toastProblem()(known ?? { message: say("Something went wrong. Please try again.") });
    if (known && onProblem?.(known) === true) return;
    const [field, message = known?.message] = [errorCodes[known?.code ?? ""]].flat();
    if (field) form.setError(field as Path<Fields>, { message }, { shouldFocus: true });
    else setProblem(setFieldErrors(error, errorFields, form.setError));
  };
  const submit = form.handleSubmit((fields) => send(fields).catch(explain));
  const save = async (event?: FormEvent) => {
    // Errors of the server in fields that are not registered stay otherwise, and would prevent the attempt.
    form.clearErrors();
    setProblem(undefined);
    await submit(event);
  };
  return { form, save, problem, setProblem };
}

/** What a field of the design system gets from its form: its value and its error. */
export const registerField = <Fields extends FieldValues, Name extends Path<Fields>>(
  { register, formState }: Pick<UseFormReturn<Fields>, "register" | "formState">,
  name: Name,
  rules?: RegisterOptions<Fields, Name>,
) => ({ error: (get(formState.errors, name) as FieldError | undefined)?.message, ...register(name, rules) });

/**
 * A checkbox that shows other fields. Unticked, these are as saved again: a field that isn't shown isn't checked, and text
 * that is no amount would be saved as no limit.
 */
export const registerToggle = <Fields extends FieldValues>(
  { register, resetField }: Pick<UseFormReturn<Fields>, "register" | "resetField">,
  name: Path<Fields>,
  shown: readonly Path<Fields>[],
) =>
  register(name, {
    onChange: ({ target }: { target: { checked: boolean } }) => {
      if (!target.checked) for (const field of shown) resetField(field);
    },
  });

/** The rule of a text that must not be blank. */
export const notBlank = (message: string) => ({ validate: (text: string) => text.trim() !== "" || message });
