import { Bell, Heart, MapPin, Package, Star, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useProfile } from "#web/api/profile.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { buttonLook } from "#web/ui/button-look.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { useCounts } from "./counts.ts";

/** The first page of the account: who one is, and the way to each of its parts. */
export default function OverviewPage() {
  const { data: profile } = useProfile();
  const role = useSession((session) => session.role);
  const counts = useCounts();
  const isAdmin = role === "admin";
  return (
    <main>
      <PageHead title="Your account" hidden />
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title">Hi, {profile?.fullname || "there"}</h1>
          <p className="mt-1 text-muted">{profile?.email ?? profile?.username}</p>
        </div>
        {isAdmin && (
          <ShopLink to={paths.dashboard()} className={buttonLook({ look: "primary" })}>
            Dashboard
          </ShopLink>
        )}
      </header>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {!isAdmin && (
          <>
            <Door to={paths.orders()} icon={<Package />} title="Orders" says={said(counts.orders, "under way")} />
            <Door to={paths.wishlist()} icon={<Heart />} title="Wishlist" says={said(counts.wishlist, "kept")} />
          </>
        )}
        <Door
          to={paths.notifications()}
          icon={<Bell />}
          title="Notifications"
          says={said(counts.notifications, "unread")}
        />
        {!isAdmin && (
          <>
            <Door to={paths.reviews()} icon={<Star />} title="Reviews" says="What you think of what you bought" />
            <Door to={paths.addresses()} icon={<MapPin />} title="Addresses" says="Where we deliver to" />
          </>
        )}
        <Door to={paths.profile()} icon={<UserRound />} title="Profile" says="Name, password, signed-in devices" />
      </ul>
    </main>
  );
}

const said = (count: number, what: string) => (count > 0 ? `${count} ${what}` : `None ${what}`);

const Door = ({ to, icon, title, says }: { to: string; icon: ReactNode; title: string; says: string }) => (
  <li>
    <ShopLink
      to={to}
      className="flex h-full items-start gap-4 rounded-lg border border-hairline bg-surface p-5 transition-colors hover:border-control"
    >
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{says}</span>
      </span>
    </ShopLink>
  </li>
);
