import { useMutation } from "@tanstack/react-query";
import { Bell, Heart, House, LogOut, MapPin, Package, Star, UserRound } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";
import { call } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { useSignOut } from "#web/api/session/sign-out.ts";
import { paths } from "#web/paths.ts";
import { Protected } from "#web/shell/protected.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { say } from "#words/say.ts";
import { useAccountCounts } from "./menu/use-account-counts.ts";

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
  return /^\/(orders|reviews)(\/|$)/.test(page) ? paths.dashboard() + page : undefined;
}

/**
 * Asks customers to verify their email address; nothing once verified. Who ordered with an email alone was sent no link:
 * the notice says what confirming it is good for.
 */
function VerifyNotice() {
  const { data: profile } = useProfile();
  const again = useMutation({
    mutationFn: () => call("POST /account/email/verification"),
    onSuccess: ({ message }) => toast({ title: message, tone: "success" }),
    onError: toastProblem(),
  });
  const isGuest = useSession(({ accountStatus }) => accountStatus === "provisional") && !again.isSuccess;
  if (!profile || profile.email_verified) return null;
  const email = profile.email ?? "";
  return (
    <Banner
      tone="warning"
      role="region"
      aria-label={say("Your email address")}
      className="mb-6"
      title={say("Confirm your email address")}
    >
      <p className="mb-3 break-words">
        {isGuest
          ? say("Confirm {email} to see your orders on other devices and after you log out.", { email })
          : say("We sent a link to {email}. Open it to confirm your address.", { email })}
      </p>
      <Button size="small" busy={again.isPending} onClick={() => again.mutate()}>
        {isGuest ? say("Send link") : say("Resend link")}
      </Button>
    </Banner>
  );
}

/** Navigation of the account. Administrators have no orders and reviews. */
function AccountNavigation() {
  const worksHere = useSession(isStaff);
  const signOut = useSignOut();
  const counts = useAccountCounts();
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  useScrollToCurrent(list, pathname);
  const isHere = (to: string) => pathname === to || (to !== paths.account() && pathname.startsWith(`${to}/`));
  const all = [
    { label: say("Overview"), to: paths.account(), Icon: House },
    { label: say("Orders"), to: paths.orders(), Icon: Package, customers: true },
    { label: say("Wishlist"), to: paths.wishlist(), Icon: Heart },
    { label: say("Notifications"), to: paths.notifications(), Icon: Bell, count: counts.notifications },
    { label: say("Reviews"), to: paths.reviews(), Icon: Star, customers: true },
    { label: say("Addresses"), to: paths.addresses(), Icon: MapPin },
    { label: say("Profile"), to: paths.profile(), Icon: UserRound },
  ];
  return (
    <nav aria-label={say("Account")} className="min-w-0 max-md:-mx-(--gutter)">
      <ul
        ref={list}
        className="flex gap-1 max-md:scroller max-md:px-(--gutter) max-md:pb-1 md:sticky md:top-24 md:flex-col"
      >
        {all
          .filter(({ customers }) => !(customers && worksHere))
          .map(({ label, to, Icon, count = 0 }) => (
            <li key={to}>
              <Link to={to} aria-current={isHere(to) ? "page" : undefined} prefetch="intent" className={entry}>
                <Icon className={icon} aria-hidden="true" />
                <span className="flex-1">{label}</span>
                {count > 0 && <CountBadge count={count} />}
              </Link>
            </li>
          ))}
        <li className="md:mt-2 md:border-t md:border-hairline md:pt-2">
          <button type="button" onClick={signOut} className={`${entry} w-full text-start`}>
            <LogOut className={icon} />
            {say("Logout")}
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** On phones the row scrolls: centers the current entry. */
function useScrollToCurrent(list: RefObject<HTMLUListElement | null>, pathname: string) {
  useEffect(() => {
    const row = list.current;
    const here = row?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!row || !here) return;
    const all = row.getBoundingClientRect();
    row.scrollBy(here.left + here.width / 2 - (all.left + all.width / 2), 0);
  }, [list, pathname]);
}

const entry =
  "flex min-h-11 items-center gap-2.5 rounded px-3 text-sm font-medium whitespace-nowrap text-muted " +
  "transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken " +
  "aria-[current=page]:text-ink";

// On portrait tablets all labels fit without icons.
const icon = "size-4.5 shrink-0 opacity-70 sm:max-md:hidden";
