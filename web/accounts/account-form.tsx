import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import type { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { say } from "#words/say.ts";

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

export const emailRule = () => ({
  required: say("Email required"),
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: say("Enter a valid email address, such as name@example.com.") },
});

export const codeRule = () => ({
  required: say("Code required"),
  pattern: { value: /^\s*(\p{Nd}\s*){6}$/u, message: say("Enter the 6-digit code.") },
});

/** A code of an authenticator app, or a recovery code of 16 letters and digits. */
export const twoFactorCodeRule = () => ({
  required: say("Code required"),
  pattern: {
    value: /^\s*((\p{Nd}\s*){6}|([a-z2-7][\s-]*){16})$/iu,
    message: say("Enter the 6-digit code or a recovery code."),
  },
});

export const passwordRule = () => ({
  required: say("Password required"),
  minLength: { value: 8, message: say("Use at least 8 characters.") },
});

type FieldProps = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string };

export const UsernameField = (props: FieldProps) => (
  <TextField label={say("Username")} autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
);

/** The field of a code that was emailed, or that an authenticator app shows. */
export const CodeField = (props: FieldProps) => (
  <TextField label={say("Code")} inputMode="numeric" autoComplete="one-time-code" maxLength={12} {...props} />
);

/** The field of a code of an authenticator app or a recovery code, below what it asks for. */
export const TwoFactorCodeField = (props: FieldProps) => (
  <>
    <p className="text-sm text-muted">
      {say("Enter the 6-digit code from your authenticator app, or one of your recovery codes.")}
    </p>
    <TextField
      label={say("Code")}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      {...props}
    />
  </>
);

export const NewPasswordField = (props: FieldProps) => (
  <PasswordField
    label={say("Password")}
    autoComplete="new-password"
    hint={say("Use at least 8 characters.")}
    {...props}
  />
);
