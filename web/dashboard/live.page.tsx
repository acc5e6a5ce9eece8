import { CreditCard, Home, LayoutList, Package, ShoppingCart, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { LiveVisitors } from "#contract/events.ts";
import { useLive } from "#web/api/live-store.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { shopLocale } from "#words/say.ts";

const pages: { page: keyof LiveVisitors["pages"]; label: string; icon: ReactNode }[] = [
  { page: "home", label: "Home page", icon: <Home /> },
  { page: "lists", label: "Product lists and search", icon: <LayoutList /> },
  { page: "products", label: "Product pages", icon: <Package /> },
  { page: "cart", label: "Cart", icon: <ShoppingCart /> },
  { page: "checkout", label: "Checkout", icon: <CreditCard /> },
  { page: "account", label: "Account", icon: <UserRound /> },
];

/** How many visitors are where in the shop, live. */
export default function LivePage() {
  const counts = useLive(({ live_visitors }) => live_visitors);
  const most = Math.max(1, ...(counts ? Object.values(counts.pages) : []));
  return (
    <AdminPage
      title="Live view"
      hint="Visitors of the last minute, as counts only: nothing about them is stored or sent to anyone."
    >
      <ul aria-label="Now" className="grid gap-3 sm:grid-cols-3">
        <Count label="Visitors" count={counts?.visitors} />
        <Count label="Carts being filled" count={counts?.carts_filling} />
        <Count label="At the checkout" count={counts?.pages.checkout} />
      </ul>
      <CardSection title="Where they are">
        <ul className="grid gap-3">
          {pages.map(({ page, label, icon }) => (
            <li key={page} className="grid grid-cols-[1.25rem_1fr_auto] items-center gap-x-3 gap-y-1 text-sm">
              <span aria-hidden="true" className="text-muted [&_svg]:size-4.5">
                {icon}
              </span>
              {label}
              <span className="font-medium tabular-nums">{text(counts?.pages[page])}</span>
              <span aria-hidden="true" className="col-span-2 col-start-2 h-1.5 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent transition-[width] duration-(--calm)"
                  style={{ width: `${((counts?.pages[page] ?? 0) / most) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      </CardSection>
    </AdminPage>
  );
}

const text = (count: number | undefined) => count?.toLocaleString(shopLocale()) ?? "–";

const Count = ({ label, count }: { label: string; count: number | undefined }) => (
  <li className="rounded-lg border border-hairline bg-surface p-4">
    <h2 className="text-sm font-medium text-muted">{label}</h2>
    {count === undefined ? (
      <Skeleton className="my-1 h-7 w-12" />
    ) : (
      <p className="text-2xl font-semibold tabular-nums">{text(count)}</p>
    )}
  </li>
);
