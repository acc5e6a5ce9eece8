import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { AllSettings, SettingsGroup } from "#contract/settings.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

export const settingsQuery = query("GET /settings", {});

interface Options<Group extends SettingsGroup, Fields extends FieldValues> {
  group: Group;
  settings: AllSettings;
  toFields: (values: AllSettings[Group]) => Fields;
  /** The body of the call, without the version. */
  toBody: (fields: Fields) => object;
  /** What each field is called where somebody else has changed it. */
  labels: Record<keyof Fields & string, string>;
  /** Fields of the form for those of the body that have another name: `{ "contact.email": "email" }`. */
  errorFields?: Record<string, keyof Fields & string>;
}

export interface FieldConflict {
  field: string;
  label: string;
  theirs: string;
}

/** The form of a group of settings: saves it, and merges what somebody else has saved meanwhile. */
export function useSettingsForm<Group extends SettingsGroup, Fields extends FieldValues>({
  group,
  settings,
  toFields,
  toBody,
  labels,
  errorFields = {},
}: Options<Group, Fields>) {
  const [base, setBase] = useState(settings);
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<FieldConflict[]>();
  const form = useForm<Fields>({ defaultValues: toFields(base[group]) as DefaultValues<Fields> });

  const startFrom = (from: AllSettings) => {
    setBase(from);
    setProblem(undefined);
    setConflicts(undefined);
    form.reset(toFields(from[group]));
  };
  /** Takes over what somebody else saved, except in fields that were changed here. */
  const merge = (theirs: AllSettings) => {
    const [before, mine, other] = [toFields(base[group]), form.getValues(), toFields(theirs[group])];
    setConflicts(findConflicts(labels, before, mine, other));
    setBase(theirs);
    form.reset(other);
    for (const field of Object.keys(labels)) if (!isSame(before[field], mine[field])) setField(field, mine[field]);
  };
  const setField = (field: string, value: unknown) =>
    form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });

  const saving = useSaveSettings(group, {
    onSaved: startFrom,
    onStale: merge,
    onProblem: (error) => {
      const names = Object.fromEntries(Object.keys(labels).map((name) => [name, name]));
      setProblem(placeErrors(error, { ...names, ...errorFields }, form) ? undefined : error.message);
    },
  });
  return {
    form,
    settings: base,
    problem,
    conflicts,
    isBusy: saving.isPending,
    isDirty: form.formState.isDirty,
    save: (event?: FormEvent) => {
      // Typing doesn't clear errors of the server in fields that are not registered, and they would prevent the attempt.
      form.clearErrors();
      setProblem(undefined);
      const submit = (fields: Fields) => saving.mutateAsync({ ...toBody(fields), version: base[group].version });
      return form.handleSubmit((fields) => submit(fields).then(noop, noop))(event);
    },
    discard: () => startFrom(base),
    takeTheirs: (field: string) => {
      setField(field, toFields(base[group])[field]);
      setConflicts((now) => now?.filter((one) => one.field !== field));
    },
  };
}

interface SaveEvents {
  onSaved: (settings: AllSettings) => void;
  /** With what somebody else has saved meanwhile. */
  onStale: (settings: AllSettings) => void;
  onProblem: (error: Error) => void;
}

function useSaveSettings(group: SettingsGroup, { onSaved, onStale, onProblem }: SaveEvents) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: object) => call(`PUT /settings/${group}` as "PUT /settings/general", { body: body as never }),
    onSuccess: ({ data }) => {
      client.setQueryData(settingsQuery.queryKey, { data });
      for (const route of ["GET /shop", "GET /home", "GET /shop/policies/:policy"])
        void client.invalidateQueries({ queryKey: [route] });
      onSaved(data);
      toast({ title: "Settings saved", tone: "success" });
    },
    onError: async (error) => {
      if (error instanceof CallProblem && error.code === "stale") return onStale((await call("GET /settings")).data);
      return onProblem(error);
    },
  });
}

/** Shows the problem's errors at their fields; whether each has one. `fields` maps those of the body to the form's. */
function placeErrors<Fields extends FieldValues>(
  problem: Error,
  fields: Record<string, string>,
  { setError }: Pick<UseFormReturn<Fields>, "setError">,
): boolean {
  if (!(problem instanceof CallProblem) || problem.errors.length === 0) return false;
  const shown = problem.errors.map(({ field, message }) => {
    const name = field.replace(/^body\./, "");
    // An error of one entry of a list is shown at the list.
    return { name: fields[name] ?? fields[name.split(".")[0] ?? ""], message };
  });
  for (const [index, { name, message }] of shown.entries())
    if (name) setError(name as Path<Fields>, { message }, { shouldFocus: index === 0 });
  return shown.every(({ name }) => name !== undefined);
}

/** The fields that both sides changed, and differently. */
const findConflicts = (
  labels: Record<string, string>,
  before: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): FieldConflict[] =>
  Object.entries(labels).flatMap(([field, label]) => {
    const isConflict = [before[field], mine[field]].every((value) => !isSame(value, theirs[field]));
    return isConflict && !isSame(before[field], mine[field]) ? [{ field, label, theirs: display(theirs[field]) }] : [];
  });

const noop = () => undefined;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function display(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "object") return value ? "another one" : "none";
  return String(value ?? "") || "nothing";
}

/** The parts of the form's state that its frame shows. */
export type SettingsFormState = Omit<ReturnType<typeof useSettingsForm>, "form" | "settings">;
