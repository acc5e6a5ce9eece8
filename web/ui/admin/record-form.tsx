import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { PageForm } from "#web/ui/forms/page-form.tsx";
import { ConcurrentEdits, type VersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";

type Props<Fields extends FieldValues> = {
  /** What it is: "coupon". */
  noun: string;
  state: VersionedForm<Fields>;
  /** What each field is called where somebody else has changed it, and the text of its value. */
  labels: Record<keyof Fields & string, string>;
  describe?: ((field: keyof Fields & string, value: unknown) => string) | undefined;
  heading: ReactNode;
  /** For something new: the label of the button, and where Cancel leads. */
  create?: { action: string; cancel: string } | undefined;
  /** Something else is under way, such as an upload. */
  busy?: boolean;
  children: ReactNode;
};

/** The form of a record of the dashboard: its heading and buttons, why it wasn't saved, and its fields. */
export function RecordForm<Fields extends FieldValues>(props: Props<Fields>) {
  const { noun, state, labels, describe, heading, create, busy = false, children } = props;
  const { form, save, discard, problem, edits } = state;
  const { isDirty, isSubmitting } = form.formState;
  const buttons = (
    <div className="flex flex-wrap items-center justify-end gap-3">
      {isDirty && <span className="text-sm text-muted">{isSubmitting ? "Saving…" : "Unsaved changes"}</span>}
      {create && <ButtonLink to={create.cancel} size="small" label="Cancel" />}
      {!create && isDirty && (
        <Button size="small" onClick={discard}>
          Discard
        </Button>
      )}
      <Button type="submit" size="small" look="primary" busy={isSubmitting || busy}>
        {create?.action ?? "Save"}
      </Button>
    </div>
  );
  return (
    <PageForm
      label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}
      form={form}
      save={save}
      busy={busy}
      leaves={create !== undefined}
      onConflicts={edits.show}
    >
      <header className="flex flex-wrap items-start justify-between gap-4">
        {heading}
        <div className="max-md:hidden">{buttons}</div>
      </header>
      <FormProblem title={`Couldn't save ${noun}`} problem={problem} />
      <ConcurrentEdits what={`this ${noun}`} edits={edits} labels={labels} describe={describe} />
      {children}
      <div className="md:hidden">{buttons}</div>
    </PageForm>
  );
}
