import type { Finding, LedgerReport } from "#contract/ledger.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { shopLocale } from "#words/say.ts";
import { useMend } from "./ledger.queries.ts";

/** What is off, a red row each: what it is about, what it should be, what was found, and its mend. */
export function FindingList({ report: { findings, currency, books } }: { report: LedgerReport }) {
  const off = books.reduce((sum, book) => sum + book.findings, 0);
  return (
    <section aria-label="What is off" className="grid gap-2">
      <ul className="grid gap-2">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} currency={currency} />
        ))}
      </ul>
      {off > findings.length && (
        <p className="text-sm text-muted">
          The first {findings.length} of {off} are shown.
        </p>
      )}
    </section>
  );
}

function FindingRow({ finding, currency }: { finding: Finding; currency: string }) {
  const locale = shopLocale();
  const { says, expected, found, unit } = finding;
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
          <Subject finding={finding} />
        </h2>
        <p className="text-sm">{says}.</p>
      </div>
      {unit !== "status" && (
        <dl className="flex gap-6 text-sm tabular-nums">
          <Figure name="Should be" value={figure(expected)} />
          <Figure name="Found" value={figure(found)} />
        </dl>
      )}
      <MendButton finding={finding} />
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
const Subject = ({ finding: { name, order_id } }: { finding: Finding }) =>
  order_id ? (
    <ShopLink to={dashboardPaths.order(order_id)} className="text-ink underline">
      {name}
    </ShopLink>
  ) : (
    name
  );

function MendButton({ finding: { id, name, mend, advice } }: { finding: Finding }) {
  const mending = useMend();
  if (mend === null) return <p className="max-w-sm basis-60 text-sm">{advice}</p>;
  const press = async () => {
    if (!(await confirm({ title: `Mend: ${name}`, says: mend, action: "Mend" }))) return;
    mending.mutate(id, {
      onSuccess: () => toast({ tone: "success", title: `${name} is mended` }),
      onError: ({ message }) => toast({ tone: "danger", title: message }),
    });
  };
  return (
    <Button
      look="primary"
      size="small"
      busy={mending.isPending}
      aria-label={`Mend: ${name}`}
      onClick={() => void press()}
    >
      Mend
    </Button>
  );
}
