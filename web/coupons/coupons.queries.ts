import { useMutation, useQuery } from "@tanstack/react-query";
import { type Coupon, CouponFilters } from "#contract/coupons.ts";
import { browserClient, call, invalidate, query } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";

export const couponList = listAddress(dashboardPaths.coupons(), CouponFilters.shape);

export const couponQuery = (id: number) => query("GET /coupons/:id", { params: { id } });

export const useCoupon = (id: number | undefined) =>
  useQuery({ ...couponQuery(id ?? 0), staleTime: 0, enabled: id !== undefined, select: ({ data }) => data });

/** Caches a saved coupon and invalidates the lists. */
export function cacheCoupon(coupon: Coupon) {
  browserClient().setQueryData(couponQuery(coupon.id).queryKey, { data: coupon });
  void invalidate("GET /coupons");
}

/** Pauses or resumes a coupon, with undo. */
export function useSetActive() {
  const change = useMutation({
    mutationFn: ({ coupon, is_active }: { coupon: Coupon; is_active: boolean }) => {
      const { id, used: _used, status: _status, currency: _currency, created_at: _created, ...form } = coupon;
      return call("PUT /coupons/:id", { params: { id }, body: { ...form, is_active } });
    },
    onSuccess: ({ data }) => cacheCoupon(data),
    onError: ({ message, code, details }) => {
      if (code === "stale") cacheCoupon(details.current as Coupon);
      toast({ tone: "danger", title: "Couldn't change the coupon", description: message });
    },
  });
  const set = (coupon: Coupon, is_active: boolean) =>
    change.mutate(
      { coupon, is_active },
      { onSuccess: ({ data }) => toastDone(data, `${data.code} ${is_active ? "resumed" : "paused"}`) },
    );
  return { set, isPending: change.isPending };
}

export const useDeleteCoupon = () =>
  useMutation({
    mutationFn: ({ id }: Coupon) =>
      call("DELETE /coupons/:id", { params: { id } }).catch((problem: unknown) => {
        // Somebody else has deleted it.
        if (!(problem instanceof CallProblem) || problem.status !== 404) throw problem;
      }),
    onSuccess: () => void invalidate("GET /coupons"),
    onError: toastProblem("Couldn't delete the coupon"),
  });
