import { Bell, Heart, MapPin, Package, Star, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useAccountCounts } from "#web/accounts/menu/use-account-counts.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { LatestOrder } from "#web/orders/customer/latest-order.tsx";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink, ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say, sayCount } from "#words/say.ts";

export default function OverviewPage() {
  const { data: profile } = useProfile();
  const role = useSession((session) => session.role);
  const counts = useAccountCounts();
  const worksHere = isStaff({ role });
  return (
    <main>
      <PageHead title={say("Your account")} hidden />
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title">
            {profile?.fullname ? say("Hi, {name}", { name: profile.fullname }) : say("Hi, there")}
          </h1>
          <p className="mt-1 text-muted">{profile?.email ?? profile?.username}</p>
        </div>
        {worksHere && <ButtonLink to={paths.dashboard()} look="primary" label={say("Dashboard")} />}
      </header>
      {!worksHere && <LatestOrder />}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {overviewLinks(counts)
          .filter(({ customers }) => !(customers && worksHere))
          .map(({ to, Icon, title, says }) => (
            <OverviewLink key={to} to={to} icon={<Icon />} title={title} says={says} />
          ))}
      </ul>
    </main>
  );
}

const overviewLinks = ({ orders, wishlist, notifications }: ReturnType<typeof useAccountCounts>) => [
  {
    to: paths.orders(),
    Icon: Package,
    title: say("Orders"),
    says: orders > 0 ? sayCount("{n} open", "{n} open", orders) : say("No open orders"),
    customers: true,
  },
  {
    to: paths.wishlist(),
    Icon: Heart,
    title: say("Wishlist"),
    says: wishlist > 0 ? sayCount("{n} saved", "{n} saved", wishlist) : say("No items saved"),
  },
  {
    to: paths.notifications(),
    Icon: Bell,
    title: say("Notifications"),
    says: notifications > 0 ? sayCount("{n} unread", "{n} unread", notifications) : say("No unread notifications"),
  },
  { to: paths.reviews(), Icon: Star, title: say("Reviews"), says: say("Your product reviews"), customers: true },
  {
    to: paths.addresses(),
    Icon: MapPin,
    title: say("Addresses"),
    says: say("Your delivery addresses"),
  },
  { to: paths.profile(), Icon: UserRound, title: say("Profile"), says: say("Name, password and devices") },
];

const OverviewLink = ({ to, icon, title, says }: { to: string; icon: ReactNode; title: string; says: string }) => (
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
