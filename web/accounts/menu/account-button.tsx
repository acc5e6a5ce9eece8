import { CircleUserRound, UserRound } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useLive } from "#web/api/live-store.ts";
import { useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { IconButton } from "#web/ui/forms/button.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { say, sayCount } from "#words/say.ts";

const loadMenu = () => import("./user-menu.tsx").then((part) => part.UserMenu);
const UserMenu = lazyComponent(loadMenu);
const loadAhead = () => void loadMenu().catch(() => undefined);

/** Sign-in button of the header or, when signed in, the user menu; both have the same width. */
export function AccountButton() {
  const signedIn = useSession(({ status }) => status === "in");
  const unread = useLive(({ notification_summary }) => notification_summary?.unread ?? 0);
  const button = useRef<HTMLButtonElement>(null);
  // Undefined until it is first opened, when the menu is loaded.
  const [open, setOpen] = useState<boolean>();
  if (!signedIn && open) setOpen(false);
  if (!signedIn) return <IconButton label={say("Sign in")} icon={<UserRound />} onClick={() => openSignIn()} />;
  return (
    <>
      <IconButton
        ref={button}
        label={
          unread > 0
            ? sayCount("Account menu, {n} unread notification", "Account menu, {n} unread notifications", unread)
            : say("Account menu")
        }
        icon={
          <>
            <CircleUserRound />
            {unread > 0 && <CountBadge count={unread} className="absolute -inset-e-0.5 -top-0.5" aria-hidden="true" />}
          </>
        }
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpen(!open)}
      />
      {open !== undefined && (
        <Suspense fallback={null}>
          <UserMenu open={open} onClose={() => setOpen(false)} anchor={button} />
        </Suspense>
      )}
    </>
  );
}
