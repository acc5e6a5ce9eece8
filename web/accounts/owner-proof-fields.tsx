import { useMutation } from "@tanstack/react-query";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { CodeField, codeRule } from "#web/accounts/account-form.tsx";
import { call } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";

/** What proves who changes protected settings or administrators. */
export interface OwnerProof {
  password: string;
  code: string;
}
export const noProof: OwnerProof = { password: "", code: "" };
export const proofLabels = { password: "Your password", code: "Code" };
const settingsHint = "All administrators get an email about this change, from the mail server used until now.";
export const administratorHint = "All administrators get an email about this change.";
/** The fields of the problems of a wrong proof. */
export const proofErrors = {
  bad_credentials: ["password", "That password is incorrect."],
  code_wrong: "code",
} as const;

/** The part of the body that proves who asks; nothing for fields left empty. */
export const proofBody = ({ password, code }: OwnerProof) => ({ ...(password && { password }), ...(code && { code }) });

type Props<Fields extends FieldValues> = { form: UseFormReturn<Fields>; hint?: string };

/** Asks for the password, or for an emailed code where the account has none, before what it protects is saved. */
export function OwnerProofFields<Fields extends FieldValues & OwnerProof>({
  form,
  hint = settingsHint,
}: Props<Fields>) {
  const { data: profile } = useProfile();
  const request = useMutation({
    mutationFn: () => call("POST /auth/code/request", { body: { email: profile?.email ?? "" } }),
  });
  if (!profile) return null;
  return (
    <CardSection title="Confirm that it's you" hint={hint}>
      {profile.has_password || !profile.email ? (
        <TextField
          label={proofLabels.password}
          type="password"
          autoComplete="current-password"
          className="max-w-sm"
          {...registerField(form, "password" as Path<Fields>, { required: "Password required" })}
        />
      ) : (
        <div className="grid max-w-sm justify-items-start gap-3">
          <FormProblem problem={request.error?.message} />
          <CodeField
            hint={request.data?.message ?? "Your account has no password, so we email you a code."}
            {...registerField(form, "code" as Path<Fields>, codeRule() as never)}
          />
          <Button writes busy={request.isPending} onClick={() => request.mutate()}>
            Send code
          </Button>
        </div>
      )}
    </CardSection>
  );
}
