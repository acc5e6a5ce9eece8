import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { NarrowPage } from "#web/accounts/account-form.tsx";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call, invalidate, query } from "#web/api/call.ts";
import { storedTokens, useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

export default function VerifyEmailPage() {
  const token = useLinkSecret("token");
  return (
    <NarrowPage title={say("Your email address")}>
      {token === undefined && <Skeleton className="h-32" />}
      {token === null && <NotConfirmed words={say("This link is incomplete. Open it from the email again.")} />}
      {token && <Confirmation token={token} />}
    </NarrowPage>
  );
}

function Confirmation({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    ...query("POST /auth/email/confirm", { body: { token } }),
    queryFn: () => confirm(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data) void invalidate(query("GET /account/profile", {}));
  }, [data]);
  if (error?.code === "other_browser") return <OtherBrowser onSignedIn={() => void refetch()} />;
  if (error) return <NotConfirmed words={error.message} />;
  if (!data) return <Skeleton className="h-32" />;
  return (
    <div className="grid gap-5">
      <Banner tone="success" role="status" title={say("Email address confirmed")}>
        {say("We'll send emails to {email} from now on.", { email: data.data.email })}
      </Banner>
      <ButtonLink to={paths.home()} look="primary" size="large" wide label={say("Continue shopping")} />
    </div>
  );
}

/** With an access token that is valid, as only the session that opens the link of a provisional account goes on. */
async function confirm(token: string) {
  if (storedTokens().access_token) await call("GET /account/profile").catch(() => undefined);
  return call("POST /auth/email/confirm", { body: { token } });
}

/** Whoever owns the address may not be who created the account, so a sign-in to it has to come first. */
function OtherBrowser({ onSignedIn }: { onSignedIn: () => void }) {
  const signedIn = useSession(({ status }) => status === "in");
  return (
    <div className="grid gap-5">
      <Banner tone="warning" role="status" title={say("Sign in to confirm your email address.")}>
        {signedIn
          ? say("This link is for another account. Sign out, then open it again.")
          : say("Nobody has signed in to the account of this link in this browser.")}
      </Banner>
      {!signedIn && (
        <>
          <Button look="primary" size="large" wide onClick={() => openSignIn(onSignedIn)}>
            {say("Sign in")}
          </Button>
          <p className="text-sm text-muted">
            {say("If you didn't create this account, sign in with a code: its password stops working then.")}
          </p>
        </>
      )}
    </div>
  );
}

function NotConfirmed({ words }: { words: string }) {
  const signedIn = useSession(({ status }) => status === "in");
  return (
    <div className="grid gap-5">
      <Banner tone="warning" role="alert">
        {words}
      </Banner>
      <ButtonLink
        to={paths.account()}
        look="primary"
        size="large"
        wide
        label={signedIn ? say("Request a new link in your account") : say("Sign in to request a new link")}
      />
    </div>
  );
}
