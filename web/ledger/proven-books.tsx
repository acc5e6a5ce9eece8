import type { Book, LedgerReport } from "#contract/ledger.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { shopLocale } from "#words/say.ts";

const against: Record<Book, { name: string; says: string }> = {
  orders: { name: "Orders", says: "Totals and statuses against lines, payments, shipments and reservations" },
  payments: { name: "Payments", says: "What was taken and given back against what providers told" },
  stock: { name: "Stock", says: "Shelves against movements, held units against reservations and carts" },
  coupons: {
    name: "Coupons",
    says: "Counts of uses against the orders that use them, and orders against the uses they hold",
  },
  gift_cards: {
    name: "Gift cards",
    says: "What is left against the entries of each card, and what they paid against the orders",
  },
};

/** The books one below the other: what each was held against, and how much of it there is. */
export const ProvenBooks = ({ books }: Pick<LedgerReport, "books">) => (
  <ul className="divide-y divide-hairline">
    {books.map((row) => (
      <BookRow key={row.book} {...row} />
    ))}
  </ul>
);

/** "entries" and "cards" of which there is one. */
const single = (what: string) => what.replace(/ies$/, "y").replace(/s$/, "");

function BookRow({ book, proven, findings }: LedgerReport["books"][number]) {
  const locale = shopLocale();
  const { name, says } = against[book];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">{says}</p>
      </div>
      <p className="text-sm text-muted tabular-nums sm:max-w-68 sm:text-end">
        {proven
          .map(({ what, count }) => `${count.toLocaleString(locale)} ${count === 1 ? single(what) : what}`)
          .join(" · ")}
      </p>
      {findings === 0 ? <Badge tone="success">Balanced</Badge> : <Badge tone="danger">{findings} off</Badge>}
    </li>
  );
}
