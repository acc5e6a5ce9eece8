import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { NoScriptBanner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import type { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
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

interface NarrowPageProps {
  title: string;
  says?: string;
  /** Metadata for search engines; without it the page is not indexed. */
  head?: ComponentProps<typeof PageHead>;
  children: ReactNode;
}

/** A page with a single form in a card; it needs script. */
export const NarrowPage = ({ title, says, head = { hidden: true }, children }: NarrowPageProps) => (
  <main className="page-width grid justify-items-center py-10 md:py-16">
    <PageHead title={title} {...head} />
    <Card className="w-full max-w-md p-6 md:p-8">
      <h1 className="text-title">{title}</h1>
      {says && <p className="mt-2 text-muted">{says}</p>}
      <div className="mt-6">
        <div className="noscript:hidden">{children}</div>
        <NoScriptBanner />
      </div>
    </Card>
  </main>
);

/** Consent text with links in the gaps `privacy` and `terms`; they open a tab, as what was typed would be lost. */
export const AgreementNote = ({ words }: { words: string }) => (
  <p className="text-sm text-muted">
    {sayWith(words, {
      privacy: (
        <Link to={paths.privacy()} target="_blank" className="text-link underline underline-offset-4">
          {say("privacy policy")}
        </Link>
      ),
      terms: (
        <Link to={paths.terms()} target="_blank" className="text-link underline underline-offset-4">
          {say("terms of use")}
        </Link>
      ),
    })}
  </p>
);
