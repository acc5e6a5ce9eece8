import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type { Profile } from "#contract/accounts/accounts.ts";
import { codeRule } from "#web/accounts/field-rules.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useAccountClosed } from "#web/api/session/sign-out.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

/** Deletes the account after confirmation by password, or by a code when there is none. */
export function DeleteAccountForm() {
  const { data: profile } = useProfile();
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        {say(
          "You'll be signed out on all devices, and your name, addresses, wishlist and notifications will be deleted. Open orders will still be delivered, and your name is removed from them once they're complete. Invoices keep your name, as required by law. Your reviews stay, without your name.",
        )}
      </p>
      {profile && (profile.has_password ? <ConfirmationForm field="password" /> : <ConfirmByCode profile={profile} />)}
    </div>
  );
}

/** Sends a code to confirm with, for accounts without a password. */
function ConfirmByCode({ profile }: { profile: Profile }) {
  const request = useMutation({
    mutationFn: () => call("POST /auth/code/request", { body: { email: profile.email ?? "" } }),
  });
  return (
    <>
      {request.error && <FormProblem problem={request.error.message} />}
      {request.data ? (
        <>
          <Banner tone="info" role="status">
            {request.data.message}
          </Banner>
          <ConfirmationForm field="code" />
        </>
      ) : (
        <Footer>
          <Button look="primary" busy={request.isPending} onClick={() => request.mutate()}>
            {say("Send code")}
          </Button>
        </Footer>
      )}
    </>
  );
}

function ConfirmationForm({ field }: { field: "password" | "code" }) {
  const finish = useAccountClosed(say("Your account has been deleted"));
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: "", code: "" } });
  const deletion = useMutation({
    mutationFn: (proof: string) => call("POST /account/deletion", { body: { [field]: proof } }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => {
      if (problem instanceof CallProblem && (problem.code === "bad_credentials" || problem.code === "code_wrong"))
        setError(field, { message: problem.message }, { shouldFocus: true });
      else setProblemText(setFieldErrors(problem, [field], setError));
    },
    onSuccess: () => {
      closeDialog();
      finish();
    },
  });
  return (
    <form
      method="post"
      className="grid gap-5"
      noValidate
      onSubmit={handleSubmit((values) => deletion.mutate(values[field]))}
    >
      <FormProblem problem={problemText} />
      {field === "password" ? (
        <TextField
          label={say("Current password")}
          type="password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { required: say("Password required") })}
        />
      ) : (
        <TextField
          label={say("Code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          error={formState.errors.code?.message}
          {...register("code", codeRule())}
        />
      )}
      <Footer>
        <Button type="submit" look="danger" busy={deletion.isPending}>
          {say("Delete my account")}
        </Button>
      </Footer>
    </form>
  );
}

const Footer = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button onClick={() => closeDialog("close-button")}>{say("Cancel")}</Button>
    {children}
  </div>
);
