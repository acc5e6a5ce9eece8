import { useNavigate, useSearchParams } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordSkeleton } from "#web/ui/admin/loaded-record.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { noUnsavedChanges } from "#web/ui/forms/unsaved-changes.ts";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { CouponEditor } from "./coupon-editor.tsx";
import { newCouponFields, toCouponFields } from "./coupon-fields.ts";
import { useCoupon } from "./coupons.queries.ts";

/** A new coupon, empty or with the terms of another one (`?copy=`). */
export default function NewCouponPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const copyOf = Number(search.get("copy")) || undefined;
  const copied = useCoupon(copyOf);
  const isReady = copyOf === undefined || copied.data;
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <PageHead title="Create coupon" hidden />
      <Breadcrumbs crumbs={[{ label: "Coupons", href: dashboardPaths.coupons() }, { label: "Create coupon" }]} />
      {copied.error && <ErrorNotice onRetry={() => void copied.refetch()}>{copied.error.message}</ErrorNotice>}
      {!isReady && !copied.error && <RecordSkeleton label="Loading coupon" />}
      {isReady && (
        <CouponEditor
          key={copyOf}
          coupon={undefined}
          start={copied.data ? { ...toCouponFields(copied.data), code: "" } : newCouponFields}
          heading={<h1 className="text-2xl">Create coupon</h1>}
          onCreated={({ id }) => void navigate(dashboardPaths.coupon(id), { replace: true, state: noUnsavedChanges })}
        />
      )}
    </main>
  );
}
