import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { call } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { paths } from "#web/paths.ts";
import { Protected } from "#web/shell/protected.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { AccountNavigation } from "./menu/account-navigation.tsx";

/** Layout of the account pages: navigation at the side or, on small screens, above. */
export default function AccountLayout() {
  return (
    <Protected>
      <CustomerPages>
        <div
          className={
            "page-width grid min-h-[calc(100dvh-4rem)] content-start gap-6 py-6 " +
            "md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12 md:py-10"
          }
        >
          <AccountNavigation />
          {/* Resets the page's own width, as pages come from several modules. */}
          <div className="min-w-0 [&>main]:max-w-none [&>main]:p-0">
            <VerifyNotice />
            <Outlet />
          </div>
        </div>
      </CustomerPages>
    </Protected>
  );
}

/** Sends administrators from the pages that only customers have to those of the dashboard. */
function CustomerPages({ children }: { children: ReactNode }) {
  const worksHere = useSession(isStaff);
  const { pathname } = useLocation();
  const to = worksHere ? dashboardPageOf(pathname) : undefined;
  return to ? <Navigate to={to} replace /> : children;
}

/** The page of the dashboard that shows what an account page shows to customers; undefined if there is none. */
function dashboardPageOf(pathname: string) {
  const page = pathname.slice(paths.account().length);
  if (/^\/(orders|reviews)(\/|$)/.test(page)) return paths.dashboard() + page;
  return /^\/(wishlist|addresses)(\/|$)/.test(page) ? paths.dashboard() : undefined;
}

/** Asks customers to verify their email address; nothing once verified. */
function VerifyNotice() {
  const { data: profile } = useProfile();
  const again = useMutation({
    mutationFn: () => call("POST /account/email/verification"),
    onSuccess: ({ message }) => toast({ title: message, tone: "success" }),
    onError: toastProblem(),
  });
  if (!profile || profile.email_verified) return null;
  return (
    <Banner
      tone="warning"
      role="region"
      aria-label={say("Your email address")}
      className="mb-6"
      title={say("Confirm your email address")}
    >
      <p className="mb-3 break-words">
        {say("We sent a link to {email}. Open it to confirm your address.", {
          email: profile.email ?? "",
        })}
      </p>
      <Button size="small" busy={again.isPending} onClick={() => again.mutate()}>
        {say("Resend link")}
      </Button>
    </Banner>
  );
}
