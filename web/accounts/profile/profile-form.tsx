import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Profile } from "#contract/accounts/accounts.ts";
import { CodeField, codeRule, emailRule, UsernameField } from "#web/accounts/account-form.tsx";
import { browserClient, call, query } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { rebaseForm } from "#web/ui/forms/unsaved/rebase-form.ts";
import { useFormDraft } from "#web/ui/forms/unsaved/session-draft.ts";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { say } from "#words/say.ts";

interface Fields {
  fullname: string;
  email: string;
  username: string;
  /** Needed with another email: the password, or a code for an account without one. */
  password: string;
  code: string;
}
type Proof = "password" | "code";

/** Name, email and username; email or username must remain for signing in. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const [pending, setPending] = useState<string | null>();
  const state = useCallForm({
    start: fieldsOf(profile),
    errorFields: ["fullname", "email", "username", "password", "code"],
    errorCodes: { bad_credentials: "password", code_wrong: "code" },
    send: async (fields) => {
      const names = changedNames(fields, saved());
      const body = { ...names, ...("email" in names ? { [proof]: fields[proof] } : {}) };
      const answer = await call("PUT /account/profile", { body });
      browserClient().setQueryData(query("GET /account/profile", {}).queryKey, answer);
      setPending(answer.data.pending_email);
      rebaseForm(form, fieldsOf(answer.data), fields);
      toast({ title: say("Profile saved"), tone: "success" });
    },
  });
  const { form } = state;
  const { isDirty, defaultValues } = form.formState;
  const saved = () => ({ ...fieldsOf(profile), ...defaultValues });
  useUnsavedChangesGuard(() => isDirty);
  useFormDraft("profile", form, { isUnsaved: isDirty });
  const email = useWatch({ control: form.control, name: "email" });
  const changesEmail = isOtherEmail(email, saved().email);
  const proof: Proof = profile.has_password || !profile.email ? "password" : "code";
  return (
    <CardSection title={say("About you")}>
      <form method="post" className="grid max-w-lg gap-4" noValidate onSubmit={state.save}>
        <FormProblem problem={state.problem} />
        <PendingNote email={pending} />
        <TextField label={say("Name")} optional autoComplete="name" {...registerField(form, "fullname")} />
        <TextField
          label={say("Email")}
          type="email"
          optional
          autoComplete="email"
          {...registerField(form, "email", { pattern: emailRule().pattern })}
        />
        {changesEmail &&
          (proof === "password" ? <PasswordField form={form} /> : <EmailedCode form={form} profile={profile} />)}
        <UsernameField
          optional
          {...registerField(form, "username", {
            validate: (username) =>
              Boolean(username.trim() || form.getValues("email").trim()) ||
              say("Enter an email address or a username to sign in with."),
          })}
        />
        <Button type="submit" look="primary" className="justify-self-start" busy={form.formState.isSubmitting}>
          {say("Save profile")}
        </Button>
      </form>
    </CardSection>
  );
}

const PasswordField = ({ form }: { form: UseFormReturn<Fields> }) => (
  <TextField
    label={say("Current password")}
    type="password"
    autoComplete="current-password"
    hint={say("Required to change your email address.")}
    {...registerField(form, "password", { required: say("Password required") })}
  />
);

/** Sends a code to the current address of an account without a password. */
function EmailedCode({ form, profile }: { form: UseFormReturn<Fields>; profile: Profile }) {
  const request = useMutation({
    mutationFn: () => call("POST /auth/code/request", { body: { email: profile.email ?? "" } }),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <FormProblem problem={request.error?.message} />
      <CodeField
        hint={request.data?.message ?? say("Required to change your email address.")}
        {...registerField(form, "code", codeRule())}
      />
      <Button busy={request.isPending} onClick={() => request.mutate()}>
        {say("Send code")}
      </Button>
    </div>
  );
}

/** A new email address must be confirmed first. */
const PendingNote = ({ email }: { email: string | null | undefined }) =>
  email ? (
    <Banner tone="info" role="status" title={say("Confirm your new email address")}>
      {say("We sent a link to {email}. Open it to confirm the change.", { email })}
    </Banner>
  ) : null;

/** What was changed: the rest may have changed elsewhere since, as when another address is confirmed. */
const changedNames = (fields: Fields, saved: Fields) => ({
  ...(fields.fullname === saved.fullname ? {} : { fullname: fields.fullname.trim() || null }),
  ...(isOtherEmail(fields.email, saved.email) ? { email: fields.email.trim() || null } : {}),
  ...(fields.username === saved.username ? {} : { username: fields.username.trim() || null }),
});

const isOtherEmail = (one: string, other: string) => one.trim().toLowerCase() !== other.toLowerCase();

const fieldsOf = ({ fullname, email, username }: Profile): Fields => ({
  fullname: fullname ?? "",
  email: email ?? "",
  username: username ?? "",
  password: "",
  code: "",
});
