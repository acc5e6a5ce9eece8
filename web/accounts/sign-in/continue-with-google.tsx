import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { query } from "#web/api/call.ts";
import { useSignInDialog } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { returnPath } from "./return-path.ts";

/** Starts sign-in with Google where the shop offers it, which leads to `/login-success` and from there back here or to `to`. */
export function ContinueWithGoogle({ to }: { to?: string }) {
  const isOffered = useQuery(query("GET /shop", {})).data?.data.google_sign_in ?? false;
  const requested = useSignInDialog(({ returnTo }) => returnTo);
  const { pathname, search } = useLocation();
  if (!isOffered) return null;
  // Not a form: browsers apply the policy's form-action to the redirect to the provider as well.
  const start = () => {
    returnPath.write(to ?? requested ?? pathname + search);
    location.assign(paths.googleSignIn());
  };
  return (
    <div className="grid gap-5">
      <p
        className={
          "flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-hairline after:h-px " +
          "after:flex-1 after:bg-hairline"
        }
      >
        {say("or")}
      </p>
      <Button size="large" wide onClick={start}>
        {say("Continue with Google")}
      </Button>
    </div>
  );
}
