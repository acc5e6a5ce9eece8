import type { Inconsistency, ReconciliationReport } from "#contract/reconciliation.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

/** The inconsistencies: what each is about, what it should be, what was found, and what to do. */
export function InconsistencyList({ report: { inconsistencies, currency, areas } }: { report: ReconciliationReport }) {
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
  const locale = shopLocale();
  const { says, expected, found, unit, advice } = inconsistency;
  const figure = (amount: number | null) =>
    amount === null
      ? "none"
      : unit === "money"
        ? formatMoney({ amount, currency }, locale)
        : amount.toLocaleString(locale);
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
