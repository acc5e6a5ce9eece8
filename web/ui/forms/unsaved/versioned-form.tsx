import { useState } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { type CallFormOptions, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { type Conflict, mergeTheirs, rebaseForm } from "./rebase-form.ts";

interface Options<Fields extends FieldValues, Saved extends { version: number }>
  extends Omit<CallFormOptions<Fields>, "send" | "onProblem"> {
  /** The version of `start`; 0 for something new. Like `start`, only that of the first render counts. */
  version: number;
  /** Sends the form; `base` is what was edited. What it returns is edited from then on; void where the form closes. */
  send: (fields: Fields, version: number, base: Fields) => Promise<Saved | void>;
  toFields: (saved: Saved) => Fields;
}

/** A form of something with a version. What somebody else saved meanwhile is merged, then it can be saved again. */
export function useVersionedForm<Fields extends FieldValues, Saved extends { version: number }>({
  version,
  send,
  toFields,
  ...options
}: Options<Fields, Saved>) {
  // The fields stay those of the first render, so a newer version of the same record must not be sent with them.
  const [first] = useState(version);
  const [latest, setLatest] = useState<Saved>();
  const [conflicts, setConflicts] = useState<Conflict<Fields>[]>();
  const { form, save, problem, setProblem } = useCallForm<Fields>({
    ...options,
    send: async (fields) => {
      const saved = await send(fields, latest?.version ?? first, form.formState.defaultValues as Fields);
      if (!saved) return;
      setLatest(saved);
      clear();
      rebaseForm(form, toFields(saved), fields);
    },
    onProblem: ({ code, details }) => {
      if (code !== "stale") return false;
      const current = details.current as Saved;
      setLatest(current);
      setConflicts(mergeTheirs(form, form.formState.defaultValues as Partial<Fields>, toFields(current)));
      return true;
    },
  });
  const clear = () => {
    setProblem(undefined);
    setConflicts(undefined);
  };
  const discard = () => {
    clear();
    form.reset();
  };
  const takeTheirs = ({ field, theirs }: Conflict<Fields>) => {
    form.setValue(field as Path<Fields>, theirs as Fields[Path<Fields>], { shouldDirty: true });
    setConflicts(conflicts?.filter((one) => one.field !== field));
  };
  return { form, latest, save, discard, problem, edits: { conflicts, takeTheirs, show: setConflicts } };
}

/** What the form of a record needs of it. */
export type VersionedForm<Fields extends FieldValues> = Omit<
  ReturnType<typeof useVersionedForm<Fields, { version: number }>>,
  "latest"
>;

type Labels<Fields extends FieldValues> = Record<keyof Fields & string, string>;
interface Edits<Fields extends FieldValues> {
  /** What both sides changed; undefined unless somebody else has saved meanwhile. */
  conflicts: Conflict<Fields>[] | undefined;
  takeTheirs: (conflict: Conflict<Fields>) => void;
  /** Shows conflicts that were found before saving. */
  show: (conflicts: Conflict<Fields>[]) => void;
}

type Props<Fields extends FieldValues> = {
  /** What was changed: "this coupon". */
  what: string;
  edits: Edits<Fields>;
  labels: Labels<Fields>;
  /** The text of a value that is not one itself. */
  describe?: ((field: keyof Fields & string, value: unknown) => string) | undefined;
};

/** Says that somebody else has changed what is edited, and offers their values. */
export function ConcurrentEdits<Fields extends FieldValues>({
  what,
  edits,
  labels,
  describe = plainText,
}: Props<Fields>) {
  const { conflicts, takeTheirs } = edits;
  if (!conflicts) return null;
  return (
    <Banner tone="warning" role="alert" title={`Someone else has changed ${what}`}>
      <p>
        Fields you didn't edit show the latest version.{" "}
        {conflicts.length > 0
          ? "You both changed the fields below. Save to keep your changes, or use theirs."
          : "Your changes are still here. Review them, then save again."}
      </p>
      {conflicts.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {conflicts.map((conflict) => (
            <li key={conflict.field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words">
                {labels[conflict.field]}: <strong>{describe(conflict.field, conflict.theirs)}</strong>
              </span>
              <Button size="small" onClick={() => takeTheirs(conflict)}>
                Use theirs <span className="sr-only">for {labels[conflict.field]}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

function plainText(_field: string, value: unknown) {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "object" && value !== null) return "another selection";
  return String(value ?? "") || "empty";
}
