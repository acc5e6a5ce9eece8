import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Coupon } from "#contract/coupons.ts";
import { call, query } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordForm } from "#web/ui/admin/record-form.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { useVersionedForm } from "#web/ui/forms/use-versioned-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { type CouponFields, couponFieldLabels, toCouponBody, toCouponFields } from "./coupon-fields.ts";
import { CodeAndValue, Limits, Schedule } from "./coupon-form-sections.tsx";
import { couponKindLabels } from "./coupon-labels.ts";
import { ScopeFields } from "./coupon-scope.tsx";
import { cacheCoupon } from "./coupons.queries.ts";

type Props = {
  /** Undefined creates one. */
  coupon: Coupon | undefined;
  start: CouponFields;
  heading: ReactNode;
  /** Below the limits: what only an existing coupon has. */
  aside?: ReactNode;
  onCreated?: (coupon: Coupon) => void;
};

/** The form of a coupon; leaving with unsaved changes asks first. */
export function CouponEditor({ coupon, start, heading, aside, onCreated }: Props) {
  const { currency: shopCurrency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const currency = coupon?.currency ?? shopCurrency;
  const state = useCouponForm({ coupon, start, currency, onCreated });
  const { form } = state;
  return (
    <RecordForm
      noun="coupon"
      state={state}
      labels={couponFieldLabels}
      describe={describeField}
      heading={heading}
      create={coupon ? undefined : { action: "Create coupon", cancel: dashboardPaths.coupons() }}
    >
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <CardSection title="Discount">
            <CodeAndValue form={form} currency={currency} />
          </CardSection>
          <CardSection title="Applies to">
            <ScopeFields
              scope={form.watch("scope")}
              onScope={(scope) => form.setValue("scope", scope, { shouldDirty: true })}
            />
          </CardSection>
        </div>
        <div className="grid gap-5">
          <CardSection title="Active dates" hint="In the shop's time zone.">
            <Schedule form={form} />
          </CardSection>
          <CardSection title="Limits">
            <Limits form={form} currency={currency} />
          </CardSection>
          {aside}
        </div>
      </div>
    </RecordForm>
  );
}

function useCouponForm({
  coupon,
  start,
  currency,
  onCreated,
}: Pick<Props, "coupon" | "start" | "onCreated"> & { currency: string }) {
  const client = useQueryClient();
  return useVersionedForm<CouponFields, Coupon>({
    start,
    version: coupon?.version ?? 0,
    toFields: toCouponFields,
    errorFields: ["code", "value", "max_uses", "max_per_user", "ends_at"],
    errorCodes: { coupon_code_taken: "code" },
    resolver: (fields) => {
      const read = toCouponBody(fields, currency);
      if (!("errors" in read)) return { values: fields, errors: {} };
      const errors = Object.entries(read.errors).map(([field, message]) => [field, { type: "invalid", message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
    send: async (fields, version, edited) => {
      const read = toCouponBody(fields, currency);
      if ("errors" in read) return undefined;
      const { data } = coupon
        ? await call("PUT /coupons/:id", {
            params: { id: coupon.id },
            // It is paused by a button of its own, which may be used while this form is open.
            body: {
              ...read.body,
              is_active: coupon.is_active,
              version: isOnlyPaused(coupon, edited) ? coupon.version : version,
            },
          })
        : await call("POST /coupons", { body: read.body });
      cacheCoupon(client, data);
      toast({ tone: "success", title: coupon ? "Coupon saved" : `${data.code} created` });
      if (!coupon) onCreated?.(data);
      return data;
    },
  });
}

/** Whether the latest version differs from what is edited at most in being active. */
const isOnlyPaused = (latest: Coupon, edited: CouponFields) =>
  JSON.stringify({ ...toCouponFields(latest), is_active: true }) === JSON.stringify({ ...edited, is_active: true });

function describeField(field: keyof CouponFields, value: unknown): string {
  if (field === "kind") return couponKindLabels[value as CouponFields["kind"]];
  if (field === "scope") return "another selection";
  return value === "" ? "none" : String(value).replace("T", " ");
}
