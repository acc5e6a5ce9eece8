import type { GiftCard } from "#contract/gift-cards.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { DataTable, RowLink } from "#web/ui/lists/data-table.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { giftCardStatusLabels } from "./gift-card-labels.ts";

/** The gift card table. A click opens a row, the arrow keys move between rows. */
export const GiftCardsTable = ({ cards }: { cards: GiftCard[] }) => (
  <DataTable
    label="Gift cards"
    rows={cards}
    rowKey={({ id }) => id}
    to={({ id }) => dashboardPaths.giftCard(id)}
    columns={[
      {
        head: "Code",
        cell: ({ id, last4, recipient }) => (
          <>
            <RowLink to={dashboardPaths.giftCard(id)}>•••• {last4}</RowLink>
            {recipient && <span className="block max-w-40 truncate text-xs text-muted md:hidden">{recipient}</span>}
          </>
        ),
      },
      { head: "Status", cell: ({ status }) => <LabelBadge label={giftCardStatusLabels[status]} /> },
      {
        head: "Recipient",
        from: "md",
        className: "w-full max-w-0 truncate",
        cell: ({ recipient }) => recipient ?? <span className="text-muted">None</span>,
      },
      {
        head: "Expires",
        from: "md",
        quiet: true,
        cell: ({ expires_at }) => (expires_at ? formatDay(expires_at) : "Never"),
      },
      { head: "Issued", from: "lg", quiet: true, cell: ({ created_at }) => formatDay(created_at) },
      {
        head: "Balance",
        numeric: true,
        className: "whitespace-nowrap",
        cell: ({ balance, initial }) => (
          <>
            <span className="font-medium">{formatMoney(balance)}</span>
            <span className="text-muted max-sm:hidden"> of {formatMoney(initial)}</span>
          </>
        ),
      },
    ]}
  />
);
