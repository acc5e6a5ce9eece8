import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import type { Coupon } from "#contract/coupons.ts";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { OrderReference } from "#web/orders/admin/order-reference.tsx";
import { useOrdersById } from "#web/orders/orders.queries.ts";
import { RecordCrumbs, RecordPage } from "#web/ui/admin/record-page.tsx";
import { onlyFresh } from "#web/ui/feedback/loaded.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { usePaging } from "#web/ui/lists/list-address.ts";
import { PagedCard } from "#web/ui/lists/paged-card.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { CouponEditor } from "./coupon-editor.tsx";
import { toCouponFields } from "./coupon-fields.ts";
import { couponStatusLabels, describeValue } from "./coupon-labels.ts";
import { useCoupon, useDeleteCoupon, useSetActive } from "./coupons.queries.ts";

export default function CouponAdminPage() {
  const id = Number(useParams().coupon_id);
  return (
    <RecordPage
      key={id}
      result={onlyFresh(useCoupon(id))}
      noun="Coupon"
      titleOf={({ code }) => code}
      list={{ label: "All coupons", to: dashboardPaths.coupons() }}
    >
      {(coupon) => <LoadedCoupon coupon={coupon} />}
    </RecordPage>
  );
}

const LoadedCoupon = ({ coupon }: { coupon: Coupon }) => (
  <>
    <RecordCrumbs crumbs={[{ label: "Coupons", href: dashboardPaths.coupons() }, { label: coupon.code }]}>
      <Actions coupon={coupon} />
    </RecordCrumbs>
    <CouponEditor
      coupon={coupon}
      start={toCouponFields(coupon)}
      heading={
        <div className="grid gap-2">
          <h1 className="text-2xl wrap-anywhere">{coupon.code}</h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <LabelBadge label={couponStatusLabels[coupon.status]} />
            {describeValue(coupon)}
          </p>
        </div>
      }
    />
    <Redemptions coupon={coupon} />
  </>
);

/** Pause or resume, duplicate and delete. */
function Actions({ coupon }: { coupon: Coupon }) {
  const navigate = useNavigate();
  const leave = useLeavePage();
  const activity = useSetActive();
  const remove = useDeleteCoupon();
  const askAndDelete = async () => {
    if (!(await confirm(deleteQuestion(coupon)))) return;
    remove.mutate(coupon, {
      onSuccess: (reply) => {
        toastDone(reply, `${coupon.code} deleted`);
        void leave(dashboardPaths.coupons());
      },
    });
  };
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
      <Button writes size="small" busy={activity.isPending} onClick={() => activity.set(coupon, !coupon.is_active)}>
        {coupon.is_active ? "Pause" : "Resume"}
      </Button>
      <ActionMenu
        label="More"
        actions={[
          { label: "Duplicate", onSelect: () => void navigate(dashboardPaths.newCoupon(coupon.id)) },
          { label: "Delete…", danger: true, onSelect: () => void askAndDelete() },
        ]}
      />
    </div>
  );
}

const deleteQuestion = ({ code, used }: Coupon) => ({
  title: `Delete ${code}?`,
  says: `Carts with this code lose the discount. ${
    used > 0 ? `${used === 1 ? "The order" : `The ${used} orders`} that used it keep theirs. ` : ""
  }You can undo this for 30 minutes. To stop it for a while, pause it instead.`,
  action: "Delete coupon",
  danger: true,
});

/** The orders that used the coupon. */
function Redemptions({ coupon }: { coupon: Coupon }) {
  const { at, href } = usePaging(dashboardPaths.coupon(coupon.id));
  const result = useQuery(pageQuery("GET /coupons/:id/redemptions", { params: { id: coupon.id }, query: at }));
  const orders = useOrdersById(result.data?.data.map(({ order_id }) => order_id) ?? []);
  const title = "Orders with this coupon";
  return (
    <PagedCard title={title} result={result} href={href} none="No orders have used this coupon yet.">
      {(redemptions) => (
        <ul aria-label={title} className="grid divide-y divide-hairline text-sm">
          {redemptions.map(({ order_id, redeemed_at, released_at }) => (
            <li key={order_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
              <OrderReference id={order_id} order={orders?.get(order_id)} />
              <span className="text-muted">
                {formatMoment(redeemed_at)}
                {released_at && ", use given back"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedCard>
  );
}
