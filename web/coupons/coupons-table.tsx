import type { Coupon } from "#contract/coupons.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { shopLocale } from "#words/say.ts";
import { couponStatusLabels, describeValue } from "./coupon-labels.ts";

/** The coupon table. A click opens a row, the arrow keys move between rows. */
export const CouponsTable = ({ coupons }: { coupons: Coupon[] }) => (
  <Table label="Coupons">
    <thead>
      <tr>
        <HeadCell>Code</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className="max-sm:hidden">Discount</HeadCell>
        <HeadCell className="max-md:hidden">Valid</HeadCell>
        <HeadCell numeric>Uses</HeadCell>
      </tr>
    </thead>
    <LinkRows>
      {coupons.map((coupon) => (
        <Row key={coupon.id} to={dashboardPaths.coupon(coupon.id)}>
          <Cell className="w-full max-w-0">
            <ShopLink
              to={dashboardPaths.coupon(coupon.id)}
              className="block truncate font-semibold underline-offset-4 hover:underline"
            >
              {coupon.code}
            </ShopLink>
            <span className="block text-xs text-muted sm:hidden">{describeValue(coupon)}</span>
          </Cell>
          <Cell>
            <CouponStatusBadge coupon={coupon} />
          </Cell>
          <Cell className="whitespace-nowrap max-sm:hidden">{describeValue(coupon)}</Cell>
          <Cell className="whitespace-nowrap text-muted max-md:hidden">{validity(coupon)}</Cell>
          <Cell numeric className="whitespace-nowrap">
            {coupon.used.toLocaleString(shopLocale())}
            {coupon.max_uses !== null && (
              <span className="text-muted"> of {coupon.max_uses.toLocaleString(shopLocale())}</span>
            )}
          </Cell>
        </Row>
      ))}
    </LinkRows>
  </Table>
);

export const CouponStatusBadge = ({ coupon: { status } }: { coupon: Coupon }) => (
  <Badge tone={couponStatusLabels[status].tone} className="whitespace-nowrap">
    {couponStatusLabels[status].label}
  </Badge>
);

function validity({ starts_at, ends_at }: Coupon): string {
  const [from, to] = [starts_at, ends_at].map((at) => at && formatDay(at, shopLocale()));
  if (from && to) return `${from} – ${to}`;
  if (from) return `From ${from}`;
  return to ? `Until ${to}` : "Always";
}
