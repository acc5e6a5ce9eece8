import { Bell, Heart, LayoutDashboard, LogOut, Package, UserRound } from "lucide-react";
import type { ReactElement } from "react";
import { useProfile } from "#web/api/profile.ts";
import { useSession } from "#web/api/session.ts";
import { useSignOut } from "#web/api/sign-out.ts";
import { paths } from "#web/paths.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { Menu, type MenuEntry } from "#web/ui/menu.tsx";
import { useCounts } from "./counts.ts";

/** The menu of whoever is signed in. It is loaded by the press that asks for it, so it opens at once. */
export function UserMenu({ trigger }: { trigger: ReactElement }) {
  const role = useSession((session) => session.role);
  const { data: profile } = useProfile();
  const counts = useCounts();
  const signOut = useSignOut();
  const customers: MenuEntry[] = [
    {
      label: "Orders",
      icon: <Package />,
      href: paths.orders(),
      badge: <CountBadge count={counts.orders} tone="quiet" />,
    },
    {
      label: "Wishlist",
      icon: <Heart />,
      href: paths.wishlist(),
      badge: <CountBadge count={counts.wishlist} tone="quiet" />,
    },
    {
      label: "Notifications",
      icon: <Bell />,
      href: paths.notifications(),
      badge: <CountBadge count={counts.notifications} tone={counts.notifications > 0 ? "accent" : "quiet"} />,
    },
  ];
  const admins: MenuEntry[] = [{ label: "Dashboard", icon: <LayoutDashboard />, href: paths.dashboard() }];
  return (
    <Menu
      trigger={trigger}
      defaultOpen
      head={
        <>
          <p className="font-semibold">Hi, {profile?.fullname || "there"}</p>
          <p className="max-w-56 truncate text-muted">{profile?.email ?? profile?.username ?? ""}</p>
        </>
      }
      entries={[
        ...(role === "admin" ? admins : customers),
        { label: "Account", icon: <UserRound />, href: paths.account() },
        "line",
        { label: "Logout", icon: <LogOut />, onSelect: signOut },
      ]}
    />
  );
}
