import { useMutation, useQuery } from "@tanstack/react-query";
import { call, query } from "#web/api/call.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button, type ButtonLook } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { say } from "#words/say.ts";
import { TwoFactorDisable, TwoFactorSetup } from "./two-factor-forms.tsx";

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
export function SetUpTwoFactor({ look }: { look?: ButtonLook }) {
  const start = useMutation({
    mutationFn: () => call("POST /account/two-factor"),
    onSuccess: ({ data }) =>
      openDialog({ title: say("Set up two-factor authentication"), content: <TwoFactorSetup setup={data} /> }),
    onError: toastProblem(),
  });
  return (
    <Button look={look} busy={start.isPending} onClick={() => start.mutate()}>
      {say("Set up two-factor authentication")}
    </Button>
  );
}

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
