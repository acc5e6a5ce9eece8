import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Profile } from "#contract/accounts/accounts.ts";
import type { ReplyOf } from "#contract/api.ts";
import { CodeField, codeRule, TwoFactorCodeField, twoFactorCodeRule } from "#web/accounts/account-form.tsx";
import { call, invalidate, query } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Skeleton, TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button, type ButtonVariant } from "#web/ui/forms/button.tsx";
import { CopyButton } from "#web/ui/forms/copy-button.tsx";
import { CloseQuestion, DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { say } from "#words/say.ts";

/** Whether signing in needs a code of an authenticator app, and the buttons to turn that on and off. */
export function TwoFactor() {
  const { data, isError, refetch } = useQuery(query("GET /account/two-factor", {}));
  const status = data?.data;
  return (
    <CardSection
      title={say("Two-factor authentication")}
      hint={say("Signing in also needs a code from an authenticator app on your phone.")}
      action={status?.enabled && <Badge tone="success">{say("On")}</Badge>}
    >
      {isError ? (
        <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load two-factor authentication.")}</ErrorNotice>
      ) : status ? (
        status.enabled ? (
          <TurnOff recoveryCodesLeft={status.recovery_codes_left} />
        ) : (
          <SetUpTwoFactor />
        )
      ) : (
        <TextSkeleton lines={1} />
      )}
    </CardSection>
  );
}

/** Opens the form that sets two-factor authentication up. */
export const SetUpTwoFactor = ({ look }: { look?: ButtonVariant }) => (
  <Button
    look={look}
    onClick={() => openDialog({ title: say("Set up two-factor authentication"), content: <TwoFactorSetup /> })}
  >
    {say("Set up two-factor authentication")}
  </Button>
);

const TurnOff = ({ recoveryCodesLeft }: { recoveryCodesLeft: number }) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-sm text-muted">{say("Recovery codes left: {count}", { count: recoveryCodesLeft })}</p>
    <Button
      onClick={() => openDialog({ title: say("Turn off two-factor authentication"), content: <TwoFactorDisable /> })}
    >
      {say("Turn off two-factor authentication")}
    </Button>
  </div>
);

const QrCode = lazyComponent(() => import("#web/ui/media/qr-code.tsx").then((part) => part.QrCode));

type Setup = ReplyOf<"POST /account/two-factor">["data"];

/** Asks for the password, or for an emailed code where the account has none, before it shows the secret. */
function TwoFactorSetup() {
  const { data: profile } = useProfile();
  const [setup, setSetup] = useState<Setup>();
  if (setup) return <ConfirmApp setup={setup} />;
  return profile ? <OwnerForm profile={profile} onSetup={setSetup} /> : <TextSkeleton lines={2} />;
}

function OwnerForm({ profile, onSetup }: { profile: Profile; onSetup: (setup: Setup) => void }) {
  const field = profile.has_password || !profile.email ? "password" : "code";
  const request = useMutation({
    mutationFn: () => call("POST /auth/code/request", { body: { email: profile.email ?? "" } }),
    onError: toastProblem(),
  });
  const state = useCallForm({
    start: { password: "", code: "" },
    errorFields: [field],
    errorCodes: { bad_credentials: field, code_wrong: field },
    send: async (proof) => onSetup((await call("POST /account/two-factor", { body: { [field]: proof[field] } })).data),
  });
  return (
    <DialogForm state={state} action={say("Confirm")} unsaved={false}>
      {field === "password" ? (
        <TextField
          label={say("Current password")}
          type="password"
          autoComplete="current-password"
          {...registerField(state.form, "password", { required: say("Password required") })}
        />
      ) : (
        <div className="grid justify-items-start gap-3">
          <CodeField hint={request.data?.message} {...registerField(state.form, "code", codeRule())} />
          <Button busy={request.isPending} onClick={() => request.mutate()}>
            {say("Send code")}
          </Button>
        </div>
      )}
    </DialogForm>
  );
}

/** Shows the secret for the authenticator app, and once a code confirms it, the recovery codes. */
function ConfirmApp({ setup }: { setup: Setup }) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const state = useCodeForm(async (code) => {
    const { data } = await call("POST /account/two-factor/confirm", { body: { code } });
    setRecoveryCodes(data.recovery_codes);
    refreshStatus();
  });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} />;
  return (
    <DialogForm state={state} action={say("Turn on")} unsaved={false}>
      <p className="text-muted">
        {say(
          "Scan this code with your authenticator app or enter the key there, then enter the 6-digit code that it shows.",
        )}
      </p>
      <div className="mx-auto size-48">
        <Suspense fallback={<Skeleton className="size-full rounded" />}>
          <QrCode text={setup.otpauth_url} label={say("QR code for the authenticator app")} />
        </Suspense>
      </div>
      <div className="flex items-center gap-2 rounded bg-sunken py-2 ps-4 pe-2">
        <code className="min-w-0 flex-1 wrap-anywhere select-all" dir="ltr">
          {setup.secret.replaceAll(/.{4}(?=.)/g, "$& ")}
        </code>
        <CopyButton name={say("Key")} text={setup.secret} />
      </div>
      <p>
        <a href={setup.otpauth_url} className="text-link underline underline-offset-4">
          {say("Open the authenticator app on this device")}
        </a>
      </p>
      <CodeField {...registerField(state.form, "code", codeRule())} />
    </DialogForm>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const closeDialog = useCloseDialog();
  return (
    <div className="grid gap-5">
      <CloseQuestion
        title={say("Close without saving the codes? They can't be shown again.")}
        stay={say("Back to the codes")}
        leave={say("Close without saving")}
      />
      <Banner tone="success" role="status" title={say("Two-factor authentication is on")}>
        {say(
          "Save these recovery codes now. Each one signs you in once if you lose your phone. They aren't shown again.",
        )}
      </Banner>
      <div className="flex items-start gap-2 rounded bg-sunken py-3 ps-4 pe-2">
        <ul className="grid flex-1 gap-1 font-mono text-sm sm:grid-cols-2" dir="ltr" aria-label={say("Recovery codes")}>
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <CopyButton name={say("Recovery codes")} text={codes.join("\n")} />
      </div>
      <div className="flex justify-end">
        <Button look="primary" onClick={() => closeDialog()}>
          {say("I saved my codes")}
        </Button>
      </div>
    </div>
  );
}

/** Turns two-factor authentication off with a code. */
function TwoFactorDisable() {
  const closeDialog = useCloseDialog();
  const state = useCodeForm(async (code) => {
    await call("DELETE /account/two-factor", { body: { code } });
    closeDialog();
    refreshStatus();
    toast({ title: say("Two-factor authentication is off"), tone: "success" });
  });
  return (
    <DialogForm state={state} action={say("Turn off")} danger unsaved={false}>
      <TwoFactorCodeField {...registerField(state.form, "code", twoFactorCodeRule())} />
    </DialogForm>
  );
}

/** A form with a code as its only field; a wrong one is shown at the field. */
const useCodeForm = (send: (code: string) => Promise<void>) =>
  useCallForm({
    start: { code: "" },
    errorFields: ["code"],
    errorCodes: { code_wrong: "code" },
    send: ({ code }) => send(code),
  });

const refreshStatus = () => void invalidate("GET /account/two-factor", "GET /account/profile");
