import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useBlocker } from "react-router";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { closeDialog, guardDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { Button } from "./button.tsx";
import { guardUnload } from "./unsaved-changes.ts";

/** The problem of a submitted form, above its fields. */
export const FormProblem = ({ title, problem }: { title?: string; problem: string | undefined }) =>
  problem && (
    <Banner tone="danger" role="alert" title={title}>
      {problem}
    </Banner>
  );

type FormProps<Fields extends FieldValues> = Omit<FooterProps, "busy"> & {
  /** What `useCallForm` or `useVersionedForm` returns. */
  state: { form: UseFormReturn<Fields>; save: (event?: FormEvent) => Promise<void>; problem: string | undefined };
  children: ReactNode;
};

/** A form in a dialog: its problem, its fields and its buttons. Closing it with unsaved changes asks first. */
export function DialogForm<Fields extends FieldValues>({ state, children, ...footer }: FormProps<Fields>) {
  const { isSubmitting, isDirty } = state.form.formState;
  return (
    <form method="post" noValidate className="grid grid-cols-1 gap-5" onSubmit={state.save}>
      <FormProblem problem={state.problem} />
      {children}
      <FormFooter unsaved={isDirty} {...footer} busy={isSubmitting} />
    </form>
  );
}

type FooterProps = {
  action: string;
  busy: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** The label of the button that closes the dialog. */
  dismiss?: string;
  /** Asks before the dialog is closed without saving. */
  unsaved?: boolean;
};

/** The buttons of a form in a dialog. */
export const FormFooter = ({
  action,
  busy,
  disabled = false,
  danger = false,
  dismiss = say("Cancel"),
  unsaved = false,
}: FooterProps) => (
  <div className="grid gap-4">
    {unsaved && !busy && <DiscardQuestion />}
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={() => closeDialog("close-button")}>{dismiss}</Button>
      <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
        {action}
      </Button>
    </div>
  </div>
);

/** Asks inside the dialog when it would be closed, or its page left, with unsaved changes. */
function DiscardQuestion() {
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => guardDialog(() => setClosing(true)), []);
  useEffect(() => guardUnload(() => true), []);
  const stay = () => {
    setClosing(false);
    blocker.reset?.();
  };
  const discard = () => {
    closeDialog();
    blocker.proceed?.();
  };
  if (!isClosing && blocker.state !== "blocked") return null;
  return (
    <Banner tone="warning" role="alert" title={say("Discard unsaved changes?")}>
      <div className="mt-2 flex flex-wrap gap-3">
        {/* The focus is where the answer is expected. */}
        <Button size="small" autoFocus onClick={stay}>
          {say("Continue editing")}
        </Button>
        <Button size="small" look="danger" onClick={discard}>
          {say("Discard changes")}
        </Button>
      </div>
    </Banner>
  );
}
