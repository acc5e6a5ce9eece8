import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Area, Inconsistency, ReconciliationReport } from "#contract/reconciliation.ts";
import { freshQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, shopLocale } from "#words/say.ts";

/** The reconciliation: whether all figures are consistent, and what to do about those that are not. */
export default function ReconciliationAdminPage() {
  const result = useReconciliation();
  const check = (
    <Button size="small" busy={result.isFetching} onClick={() => void result.refetch()}>
      Check now
    </Button>
  );
  return (
    <AdminPage title="Reconciliation" width="narrow">
      <Loaded result={result} skeleton={<Loading label="Checking" looks={["h-24 rounded-lg", "h-80 rounded-lg"]} />}>
        {(report) => (
          <>
            <Summary report={report} action={check} />
            {report.inconsistencies.length > 0 && <InconsistencyList report={report} />}
            <CardSection title="Checks" hint="Every value is compared with the records it's calculated from.">
              <AreaList areas={report.areas} />
            </CardSection>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

const against: Record<Area, { name: string; says: string }> = {
  orders: {
    name: "Orders",
    says: "Order ledgers, totals and statuses match their line items, payments, shipments and reservations",
  },
  payments: { name: "Payments", says: "Captured and refunded amounts match the payment providers' reports" },
  stock: { name: "Stock", says: "Stock on hand matches its movements, and reserved stock matches orders and carts" },
  coupons: { name: "Coupons", says: "Usage counts match the orders that use each coupon" },
  gift_cards: { name: "Gift cards", says: "Balances match the entries of each card and the orders paid with them" },
};

/** The areas: what each was checked against, and how much of it there is. */
const AreaList = ({ areas }: Pick<ReconciliationReport, "areas">) => (
  <ul className="divide-y divide-hairline">
    {areas.map((row) => (
      <AreaRow key={row.area} {...row} />
    ))}
  </ul>
);

/** "entries" and "cards" of which there is one. */
const single = (what: string) => what.replace(/ies$/, "y").replace(/s$/, "");

function AreaRow({ area, checked, inconsistencies }: ReconciliationReport["areas"][number]) {
  const { name, says } = against[area];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">{says}</p>
      </div>
      <p className="text-sm text-muted tabular-nums sm:max-w-68 sm:text-end">
        {checked
          .map(({ what, count }) => `${formatShopNumber(count)} ${count === 1 ? single(what) : what}`)
          .join(" · ")}
      </p>
      {inconsistencies === 0 ? <Badge>Consistent</Badge> : <Badge tone="danger">{inconsistencies} inconsistent</Badge>}
    </li>
  );
}

/** The inconsistencies: what each is about, what it should be, what was found, and what to do. */
function InconsistencyList({ report: { inconsistencies, currency, areas } }: { report: ReconciliationReport }) {
  const count = areas.reduce((sum, area) => sum + area.inconsistencies, 0);
  return (
    <section aria-label="Inconsistencies" className="grid gap-2">
      <ul className="grid gap-2">
        {inconsistencies.map((one) => (
          <InconsistencyRow key={one.id} inconsistency={one} currency={currency} />
        ))}
      </ul>
      {count > inconsistencies.length && (
        <p className="text-sm text-muted">
          The first {inconsistencies.length} of {count} are shown.
        </p>
      )}
    </section>
  );
}

function InconsistencyRow({ inconsistency, currency }: { inconsistency: Inconsistency; currency: string }) {
  const { says, expected, found, unit, advice } = inconsistency;
  const figure = (amount: number | null) =>
    amount === null ? "none" : unit === "money" ? formatMoney({ amount, currency }) : formatShopNumber(amount);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-danger bg-danger-soft p-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-base font-semibold">
          <Subject inconsistency={inconsistency} />
        </h2>
        <p className="text-sm">{says}.</p>
      </div>
      {unit !== "status" && (
        <dl className="flex gap-6 text-sm tabular-nums">
          <Figure name="Should be" value={figure(expected)} />
          <Figure name="Found" value={figure(found)} />
        </dl>
      )}
      <p className="max-w-sm basis-60 text-sm">{advice}</p>
    </li>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-xs">{name}</dt>
    <dd className="font-semibold">{value}</dd>
  </div>
);

/** The order it is about can be opened; what has no page is only named. */
const Subject = ({ inconsistency: { name, order_id } }: { inconsistency: Inconsistency }) =>
  order_id ? (
    <ShopLink to={dashboardPaths.order(order_id)} className="text-ink underline">
      {name}
    </ShopLink>
  ) : (
    name
  );

/** The reconciliation, made when the page is opened and whenever it is asked for. */
const useReconciliation = () => useQuery({ ...freshQuery("GET /reconciliation", {}), select: ({ data }) => data });

/** Whether all is consistent, when that was checked and how long it took, and what the last night found. */
function Summary({ report, action }: { report: ReconciliationReport; action: ReactNode }) {
  const { areas, checked_at, took_ms, last_night } = report;
  const count = areas.reduce((sum, area) => sum + area.inconsistencies, 0);
  const seconds = (took_ms / 1000).toLocaleString(shopLocale(), { maximumSignificantDigits: 2 });
  return (
    <Banner tone={count === 0 ? "success" : "danger"} title={countWords(count)} action={action} role="status">
      <p>
        Checked {formatMoment(checked_at)}, in {seconds} s.
      </p>
      <p className="text-muted">
        {last_night
          ? `Last night, ${formatMoment(last_night.at)}: ${countWords(last_night.inconsistencies)}.`
          : "The shop is also checked every night, for the first time tonight."}
      </p>
    </Banner>
  );
}

const countWords = (count: number) =>
  count === 0 ? "No inconsistencies" : count === 1 ? "1 inconsistency" : `${count} inconsistencies`;
