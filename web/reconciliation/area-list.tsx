import type { Area, ReconciliationReport } from "#contract/reconciliation.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { shopLocale } from "#words/say.ts";

const against: Record<Area, { name: string; says: string }> = {
  orders: {
    name: "Orders",
    says: "Order ledgers, totals and statuses match their line items, payments, shipments and reservations",
  },
  payments: { name: "Payments", says: "Captured and refunded amounts match the payment providers' reports" },
  stock: { name: "Stock", says: "Stock on hand matches its movements, and reserved stock matches orders and carts" },
  coupons: {
    name: "Coupons",
    says: "Usage counts match the orders that use each coupon",
  },
  gift_cards: {
    name: "Gift cards",
    says: "Balances match the entries of each card and the orders paid with them",
  },
};

/** The areas: what each was checked against, and how much of it there is. */
export const AreaList = ({ areas }: Pick<ReconciliationReport, "areas">) => (
  <ul className="divide-y divide-hairline">
    {areas.map((row) => (
      <AreaRow key={row.area} {...row} />
    ))}
  </ul>
);

/** "entries" and "cards" of which there is one. */
const single = (what: string) => what.replace(/ies$/, "y").replace(/s$/, "");

function AreaRow({ area, checked, inconsistencies }: ReconciliationReport["areas"][number]) {
  const locale = shopLocale();
  const { name, says } = against[area];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">{says}</p>
      </div>
      <p className="text-sm text-muted tabular-nums sm:max-w-68 sm:text-end">
        {checked
          .map(({ what, count }) => `${count.toLocaleString(locale)} ${count === 1 ? single(what) : what}`)
          .join(" · ")}
      </p>
      {inconsistencies === 0 ? <Badge>Consistent</Badge> : <Badge tone="danger">{inconsistencies} inconsistent</Badge>}
    </li>
  );
}
