import type { SignedIn } from "#contract/accounts/accounts.ts";
import { AccountForm, TwoFactorCodeField, twoFactorCodeRule } from "#web/accounts/account-form.tsx";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { say } from "#words/say.ts";

interface Props {
  token: string;
  onSignedIn: (answer: SignedIn) => void;
  /** Goes back to the first step. */
  onRestart: () => void;
}

/** The second step of a sign-in: a code of the authenticator app or a recovery code. */
export function TwoFactorForm({ token, onSignedIn, onRestart }: Props) {
  const state = useCallForm({
    start: { code: "" },
    errorFields: ["code"],
    errorCodes: { code_wrong: "code" },
    send: async ({ code }) => onSignedIn(await call("POST /auth/two-factor", { body: { token, code } })),
    onProblem: ({ code }) => {
      if (code !== "link_expired") return false;
      state.setProblem(say("This sign-in attempt has expired. Start again."));
      return true;
    },
  });
  return (
    <AccountForm
      state={state}
      action={say("Sign in")}
      after={
        <p className="text-center text-sm">
          <Button look="link" onClick={onRestart}>
            {say("Start again")}
          </Button>
        </p>
      }
    >
      <TwoFactorCodeField autoFocus {...registerField(state.form, "code", twoFactorCodeRule())} />
    </AccountForm>
  );
}
