import { type FormEvent, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import { CallProblem } from "#web/api/call-problem.ts";
import { type ErrorFields, setFieldErrors } from "#web/api/field-errors.ts";
import { useConcurrentEdits } from "./concurrent-edits.tsx";

interface Options<Fields extends FieldValues, Saved extends { version: number }> {
  start: Fields;
  /** The version that is edited; 0 for something new. */
  version: number;
  /** Sends the form; `base` is what was edited. What it returns is edited from then on; void where the form closes. */
  send: (fields: Fields, version: number, base: Fields) => Promise<Saved | void>;
  toFields: (saved: Saved) => Fields;
  /** The fields whose errors the server may report. */
  errorFields: ErrorFields<Fields>;
  /** The field of a problem that has none: `name_taken` at `name`. */
  errorCodes?: Record<string, Path<Fields>>;
  resolver?: Resolver<Fields>;
}

/** A form of something with a version. What somebody else saved meanwhile is merged, then it can be saved again. */
export function useVersionedForm<Fields extends FieldValues, Saved extends { version: number }>({
  start,
  version: first,
  send,
  toFields,
  errorFields,
  errorCodes = {},
  resolver,
}: Options<Fields, Saved>) {
  const [latest, setLatest] = useState<Saved>();
  const [problem, setProblem] = useState<string>();
  const form = useForm<Fields>({
    defaultValues: start as DefaultValues<Fields>,
    ...(resolver ? { resolver } : {}),
  });
  const edits = useConcurrentEdits(form);
  const explain = (error: unknown) => {
    const problem = error instanceof CallProblem ? error : undefined;
    const field = errorCodes[problem?.code ?? ""];
    if (problem?.code === "stale") {
      const current = problem.details.current as Saved;
      setLatest(current);
      edits.merge(toFields(current));
    } else if (field) form.setError(field, { message: (error as Error).message }, { shouldFocus: true });
    else setProblem(setFieldErrors(error, errorFields, form.setError));
  };
  const reset = (fields?: Fields) => {
    setProblem(undefined);
    edits.clear();
    form.reset(fields);
  };
  const submit = form.handleSubmit(async (fields) => {
    try {
      const saved = await send(fields, latest?.version ?? first, form.formState.defaultValues as Fields);
      if (!saved) return;
      setLatest(saved);
      reset(toFields(saved));
    } catch (error) {
      explain(error);
    }
  });
  const save = (event?: FormEvent) => {
    // Errors of the server in fields that are not registered stay otherwise, and would prevent the attempt.
    form.clearErrors();
    setProblem(undefined);
    return submit(event);
  };
  return { form, latest, save, discard: () => reset(), problem, edits };
}
