import { useMutation } from "@tanstack/react-query";
import type { EmailPreference } from "#contract/notifications.ts";
import { NarrowPage } from "#web/accounts/account-form.tsx";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** Stops a kind of emails by the link in one of them, without signing in. */
export default function UnsubscribePage() {
  const token = useLinkSecret("token");
  return (
    <NarrowPage title={say("Unsubscribe")}>
      {token === undefined && <Skeleton className="h-32" />}
      {token === null && (
        <Banner tone="warning" role="alert">
          {say("This link is incomplete. Open it from the email again.")}
        </Banner>
      )}
      {token && <Unsubscribing token={token} />}
    </NarrowPage>
  );
}

function Unsubscribing({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call("POST /unsubscribe", { body: { token } }),
  });
  if (data)
    return (
      <div className="grid gap-5">
        <Banner tone="success" role="status" title={say("You're unsubscribed")}>
          {stopped(data.data.kind)}
        </Banner>
        <ButtonLink to={paths.home()} look="primary" size="large" wide label={say("Continue shopping")} />
      </div>
    );
  return (
    <div className="grid gap-5">
      {error && (
        <Banner tone="warning" role="alert">
          {error.message}
        </Banner>
      )}
      <p>{say("Don't want these emails anymore?")}</p>
      <Button look="primary" size="large" wide busy={isPending} onClick={() => mutate()}>
        {say("Unsubscribe")}
      </Button>
    </div>
  );
}

function stopped(kind: EmailPreference): string {
  if (kind === "price_drops") return say("We won't email you about price drops anymore.");
  if (kind === "back_in_stock") return say("We won't email you when items are back in stock anymore.");
  return say("We won't ask you for reviews by email anymore.");
}
