import { useSearchParams } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { CouponEditor } from "./coupon-editor.tsx";
import { newCouponFields, toCouponFields } from "./coupon-fields.ts";
import { useCoupon } from "./coupons.queries.ts";

/** A new coupon, empty or with the terms of another one (`?copy=`). */
export default function NewCouponPage() {
  const leave = useLeavePage();
  const copyOf = Number(useSearchParams()[0].get("copy")) || undefined;
  const copied = useCoupon(copyOf);
  return (
    <RecordPage
      result={copyOf ? copied : { ...copied, data: null }}
      noun="Coupon"
      titleOf={() => "Create coupon"}
      list={{ label: "All coupons", to: dashboardPaths.coupons() }}
    >
      {(source) => (
        <>
          <Breadcrumbs crumbs={[{ label: "Coupons", href: dashboardPaths.coupons() }, { label: "Create coupon" }]} />
          <CouponEditor
            key={copyOf}
            coupon={undefined}
            start={source ? { ...toCouponFields(source), code: "" } : newCouponFields}
            heading={<h1 className="text-2xl">Create coupon</h1>}
            onCreated={({ id }) => void leave(dashboardPaths.coupon(id), { replace: true })}
          />
        </>
      )}
    </RecordPage>
  );
}
