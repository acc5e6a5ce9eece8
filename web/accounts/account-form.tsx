import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import type { useCallForm } from "#web/ui/forms/use-call-form.ts";

type Props<Fields extends FieldValues> = {
  state: Pick<ReturnType<typeof useCallForm<Fields>>, "form" | "save" | "problem">;
  /** The label of its button. */
  action: string;
  /** Below the button. */
  after?: ReactNode;
  children: ReactNode;
};

/** A form to sign in, or for the password: its problem, its fields and a wide button. */
export const AccountForm = <Fields extends FieldValues>({ state, action, after, children }: Props<Fields>) => (
  <form method="post" className="grid gap-4" noValidate onSubmit={state.save}>
    <FormProblem problem={state.problem} />
    {children}
    <Button type="submit" look="primary" size="large" wide busy={state.form.formState.isSubmitting}>
      {action}
    </Button>
    {after}
  </form>
);
