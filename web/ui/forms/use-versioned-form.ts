import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useConcurrentEdits } from "./concurrent-edits.tsx";
import { type CallFormOptions, useCallForm } from "./use-call-form.ts";

interface Options<Fields extends FieldValues, Saved extends { version: number }>
  extends Omit<CallFormOptions<Fields>, "send" | "onProblem"> {
  /** The version that is edited; 0 for something new. */
  version: number;
  /** Sends the form; `base` is what was edited. What it returns is edited from then on; void where the form closes. */
  send: (fields: Fields, version: number, base: Fields) => Promise<Saved | void>;
  toFields: (saved: Saved) => Fields;
}

/** A form of something with a version. What somebody else saved meanwhile is merged, then it can be saved again. */
export function useVersionedForm<Fields extends FieldValues, Saved extends { version: number }>({
  version: first,
  send,
  toFields,
  ...options
}: Options<Fields, Saved>) {
  const [latest, setLatest] = useState<Saved>();
  const { form, save, problem, setProblem } = useCallForm<Fields>({
    ...options,
    send: async (fields) => {
      const saved = await send(fields, latest?.version ?? first, form.formState.defaultValues as Fields);
      if (!saved) return;
      setLatest(saved);
      reset(toFields(saved));
    },
    onProblem: ({ code, details }) => {
      if (code !== "stale") return false;
      const current = details.current as Saved;
      setLatest(current);
      edits.merge(toFields(current));
      return true;
    },
  });
  const edits = useConcurrentEdits(form);
  const reset = (fields?: Fields) => {
    setProblem(undefined);
    edits.clear();
    form.reset(fields);
  };
  return { form, latest, save, discard: () => reset(), problem, edits };
}

/** What the form of a record needs of it. */
export type VersionedForm<Fields extends FieldValues> = Omit<
  ReturnType<typeof useVersionedForm<Fields, { version: number }>>,
  "latest"
>;
