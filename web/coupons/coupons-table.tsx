import type { Coupon } from "#contract/coupons.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { DataTable, RowLink } from "#web/ui/lists/data-table.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatShopNumber } from "#words/say.ts";
import { couponStatusLabels, describeValue } from "./coupon-labels.ts";

/** The coupon table. A click opens a row, the arrow keys move between rows. */
export const CouponsTable = ({ coupons }: { coupons: Coupon[] }) => (
  <DataTable
    label="Coupons"
    rows={coupons}
    rowKey={({ id }) => id}
    to={({ id }) => dashboardPaths.coupon(id)}
    columns={[
      {
        head: "Code",
        className: "w-full max-w-0",
        cell: (coupon) => (
          <>
            <RowLink to={dashboardPaths.coupon(coupon.id)}>{coupon.code}</RowLink>
            <span className="block text-xs text-muted sm:hidden">{describeValue(coupon)}</span>
          </>
        ),
      },
      { head: "Status", cell: ({ status }) => <LabelBadge label={couponStatusLabels[status]} /> },
      { head: "Discount", from: "sm", className: "whitespace-nowrap", cell: describeValue },
      { head: "Valid", from: "md", quiet: true, cell: validity },
      { head: "Uses", numeric: true, className: "whitespace-nowrap", cell: (coupon) => <Uses coupon={coupon} /> },
    ]}
  />
);

const Uses = ({ coupon: { used, max_uses: most } }: { coupon: Coupon }) => (
  <>
    {formatShopNumber(used)}
    {most !== null && <span className="text-muted"> of {formatShopNumber(most)}</span>}
  </>
);

function validity({ starts_at, ends_at }: Coupon): string {
  const [from, to] = [starts_at, ends_at].map((at) => at && formatDay(at));
  if (from && to) return `${from} – ${to}`;
  if (from) return `From ${from}`;
  return to ? `Until ${to}` : "Always";
}
