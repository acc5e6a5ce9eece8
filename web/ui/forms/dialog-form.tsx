import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { guardDialog, useCloseDialog, useDialogHost } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { Button } from "./button.tsx";
import { LockedFields } from "./fields/locked-fields.tsx";
import type { Conflict } from "./unsaved/rebase-form.ts";
import { type FormChoices, useFormDraft } from "./unsaved/session-draft.ts";
import { guardChanges, type UnsavedChanges } from "./unsaved/unsaved-changes.ts";

/** The problem of a submitted form, above its fields. */
export const FormProblem = ({ title, problem }: { title?: string; problem: string | undefined }) =>
  problem && (
    <Banner tone="danger" role="alert" title={title}>
      {problem}
    </Banner>
  );

type FormProps<Fields extends FieldValues, Chosen> = Omit<FooterProps, "busy"> & {
  /** What `useCallForm` or `useVersionedForm` returns. */
  state: {
    form: UseFormReturn<Fields>;
    save: (event?: FormEvent) => Promise<void>;
    problem: string | undefined;
    edits?: { show: (conflicts: Conflict<Fields>[]) => void };
  };
  /** What the form is about where its page has several: an id, with the version where a newer one needs new choices. */
  record?: string | number | undefined;
  /** What is chosen that is no field of the form, such as quantities. */
  choices?: FormChoices<Chosen>;
  children: ReactNode;
};

/**
 * A form in a dialog: its problem, its fields and its buttons. Closing it with unsaved changes asks first, and as it
 * closes once it is saved, nothing can be typed meanwhile.
 */
export function DialogForm<Fields extends FieldValues, Chosen = undefined>(props: FormProps<Fields, Chosen>) {
  const { state, record = "", choices, children, ...footer } = props;
  const { isSubmitting, isDirty } = state.form.formState;
  const isUnsaved = isDirty || choices?.isChanged === true;
  // As it was on opening: a button may say what is chosen.
  const [name] = useState(footer.action);
  // The session's end closes the dialog; the form of the same record is restored when it is opened again.
  useFormDraft(`${name} ${record}`, state.form, {
    isUnsaved: isUnsaved && footer.unsaved !== false,
    choices,
    onConflicts: state.edits?.show,
  });
  return (
    <form method="post" noValidate className="grid grid-cols-1 gap-5" onSubmit={state.save}>
      <FormProblem problem={state.problem} />
      <LockedFields isLocked={isSubmitting}>{children}</LockedFields>
      <FormFooter unsaved={isUnsaved} {...footer} busy={isSubmitting} />
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

/** The buttons of a form in a dialog. While it is sent, the dialog stays open. */
export function FormFooter(props: FooterProps) {
  const { action, busy, disabled = false, danger = false, dismiss = say("Cancel"), unsaved = false } = props;
  const closeDialog = useCloseDialog();
  return (
    <div className="grid gap-4">
      {busy ? <StayOpen /> : unsaved && <DiscardQuestion />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>{dismiss}</Button>
        <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
          {action}
        </Button>
      </div>
    </div>
  );
}

/** Asks before its dialog is closed with what was entered in it. */
export const DiscardQuestion = () => (
  <CloseQuestion
    title={say("Discard unsaved changes?")}
    stay={say("Continue editing")}
    leave={say("Discard changes")}
  />
);

/** Keeps its dialog open while what it was opened for is under way; leaving its page asks first. */
export const StayOpen = () => (
  <CloseQuestion
    title={say("This is still being saved. Leave the page anyway?")}
    stay={say("Wait")}
    leave={say("Leave page")}
    canClose={false}
  />
);

type QuestionProps = {
  title: string;
  stay: string;
  leave: string;
  /** Without leaving the page. */
  canClose?: boolean;
};

/** Back closes a dialog, also within its page, as to another tab of a list. */
export const closesDialog: UnsavedChanges["isOtherPage"] = (from, to, action) =>
  from.pathname !== to.pathname || (action === "POP" && from.key !== to.key);

/** Asks inside the dialog when the user would close it or leave its page. */
export function CloseQuestion({ title, stay, leave, canClose = true }: QuestionProps) {
  const closeDialog = useCloseDialog();
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  useEffect(() => {
    let pending: ((leaves: boolean) => void) | undefined;
    const ask = () =>
      new Promise<boolean>((resolve) => {
        pending = resolve;
        setAnswer(() => resolve);
      });
    const ends = [
      guardDialog(canClose ? ask : () => Promise.resolve(false)),
      guardChanges({ isUnsaved: () => useDialogHost.getState().open, isOtherPage: closesDialog, ask }),
    ];
    return () => {
      for (const end of ends) end();
      // There is nothing to lose any more; the user stays to see what came of it.
      pending?.(false);
    };
  }, [canClose]);
  if (!answer) return null;
  const reply = (leaves: boolean) => () => {
    setAnswer(undefined);
    if (leaves) closeDialog();
    answer(leaves);
  };
  return (
    <Banner tone="warning" role="alert" title={title}>
      <div className="mt-2 flex flex-wrap gap-3">
        {/* The focus is where the answer is expected. */}
        <Button size="small" autoFocus onClick={reply(false)}>
          {stay}
        </Button>
        <Button size="small" look="danger" onClick={reply(true)}>
          {leave}
        </Button>
      </div>
    </Banner>
  );
}
