import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

export const CouponSkeleton = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">Loading coupon</span>
    <Skeleton className="h-8 w-64" />
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  </div>
);
