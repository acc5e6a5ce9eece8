import { Bell, Heart, LayoutDashboard, LogOut, Package, UserRound } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useProfile } from "#web/api/session/profile.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { useSignOut } from "#web/api/session/sign-out.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { say, sayCount } from "#words/say.ts";
import { useAccountCounts } from "./use-account-counts.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
}

/** The user menu: name, links and sign-out. */
export function UserMenu({ open, onClose, anchor }: Props) {
  const worksHere = useSession(isStaff);
  const counts = useAccountCounts();
  const signOut = useSignOut();
  return (
    <Popover label={say("Account menu")} align="end" open={open} anchor={anchor} onClose={onClose} className="w-64 p-2">
      <nav aria-label={say("Your account")}>
        <Greeting unread={counts.notifications} onLeave={onClose} />
        <ul className="border-y border-hairline py-2">
          {worksHere ? (
            <Entry to={paths.dashboard()} icon={<LayoutDashboard />} label={say("Dashboard")} onLeave={onClose} />
          ) : (
            <>
              <Entry
                to={paths.orders()}
                icon={<Package />}
                label={say("Orders")}
                count={counts.orders}
                onLeave={onClose}
              />
              <Entry
                to={paths.wishlist()}
                icon={<Heart />}
                label={say("Wishlist")}
                count={counts.wishlist}
                onLeave={onClose}
              />
            </>
          )}
          <Entry to={paths.account()} icon={<UserRound />} label={say("Account")} onLeave={onClose} />
        </ul>
        <button
          type="button"
          className={`${row} mt-2`}
          onClick={() => {
            onClose();
            signOut();
          }}
        >
          <LogOut /> {say("Logout")}
        </button>
      </nav>
    </Popover>
  );
}

function Greeting({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { data: profile } = useProfile();
  return (
    <div className="flex items-center gap-2 pb-2 ps-3">
      <div className="min-w-0 flex-1 py-1.5 text-sm">
        <p className="font-semibold">
          {profile?.fullname ? say("Hi, {name}", { name: profile.fullname }) : say("Hi, there")}
        </p>
        <p className="truncate text-muted">{profile?.email ?? profile?.username}</p>
      </div>
      <ShopLink
        to={paths.notifications()}
        onClick={onLeave}
        aria-label={sayCount("Notifications, {n} unread", "Notifications, {n} unread", unread)}
        title={say("Notifications")}
        className="relative grid size-11 shrink-0 place-items-center rounded hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <Bell className="size-5" />
        <CountBadge
          count={unread}
          tone={unread > 0 ? "accent" : "quiet"}
          className="absolute -inset-e-1 -top-1 h-4.5 min-w-4.5 px-1"
        />
      </ShopLink>
    </div>
  );
}

interface EntryProps {
  to: string;
  icon: ReactNode;
  label: string;
  count?: number;
  onLeave: () => void;
}

const Entry = ({ to, icon, label, count, onLeave }: EntryProps) => (
  <li>
    <ShopLink to={to} onClick={onLeave} className={row}>
      {icon}
      <span className="flex-1">{label}</span>
      {count !== undefined && <CountBadge count={count} tone="quiet" />}
    </ShopLink>
  </li>
);

const row = "menu-row min-h-10 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted";
