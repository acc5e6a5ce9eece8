import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useCallback, useState } from "react";
import { useForm } from "react-hook-form";
import type { Coupon } from "#contract/coupons.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { query } from "#web/api/query.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { ConcurrentEdits, useConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved-changes.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { CodeAndValue, Limits, Schedule } from "./coupon-form-sections.tsx";
import { type CouponFields, couponFieldLabels, toCouponBody, toCouponFields } from "./coupon-fields.ts";
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
  const { form, save, problem, edits } = useCouponForm({ coupon, start, currency, onCreated });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isSubmitting) void save();
  };
  const buttons = (
    <div className="flex flex-wrap items-center justify-end gap-3">
      {isDirty && <span className="text-sm text-muted">Unsaved changes</span>}
      {!coupon && (
        <ShopLink to={dashboardPaths.coupons()} className={buttonLook({ size: "small" })}>
          Cancel
        </ShopLink>
      )}
      {coupon && isDirty && (
        <Button size="small" onClick={() => form.reset()}>
          Discard
        </Button>
      )}
      <Button type="submit" size="small" look="primary" busy={isSubmitting}>
        {coupon ? "Save" : "Create coupon"}
      </Button>
    </div>
  );
  return (
    // Ctrl+S anywhere in the form saves it.
    <form noValidate aria-label="Coupon" className="grid gap-5" onSubmit={save} onKeyDown={onKeyDown}>
      <header className="flex flex-wrap items-start justify-between gap-4">
        {heading}
        <div className="max-md:hidden">{buttons}</div>
      </header>
      <FormProblem title="Couldn't save coupon" problem={problem} />
      <ConcurrentEdits noun="coupon" edits={edits} labels={couponFieldLabels} describe={describeField} />
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
      <div className="md:hidden">{buttons}</div>
    </form>
  );
}

function useCouponForm({
  coupon,
  start,
  currency,
  onCreated,
}: Pick<Props, "coupon" | "start" | "onCreated"> & { currency: string }) {
  const client = useQueryClient();
  const [version, setVersion] = useState(coupon?.version ?? 0);
  const [problem, setProblem] = useState<string>();
  const form = useForm<CouponFields>({
    defaultValues: start,
    resolver: (fields) => {
      const read = toCouponBody(fields, currency);
      if (!("errors" in read)) return { values: fields, errors: {} };
      const errors = Object.entries(read.errors).map(([field, message]) => [field, { type: "invalid", message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const edits = useConcurrentEdits(form);
  const { defaultValues } = form.formState;
  /** The version of what is edited: also that of a coupon which was only paused or resumed meanwhile. */
  const baseVersion = (latest: Coupon) => {
    const fields = { ...toCouponFields(latest), is_active: defaultValues?.is_active };
    return JSON.stringify(fields) === JSON.stringify(defaultValues) ? latest.version : version;
  };
  const send = async (fields: CouponFields) => {
    const read = toCouponBody(fields, currency);
    if ("errors" in read) return;
    // An existing coupon is paused by a button of its own, which may be used while this form is open.
    const body = { ...read.body, is_active: coupon?.is_active ?? true };
    const { data } = coupon
      ? await call("PUT /coupons/:id", { params: { id: coupon.id }, body: { ...body, version: baseVersion(coupon) } })
      : await call("POST /coupons", { body });
    cacheCoupon(client, data);
    setVersion(data.version);
    edits.clear();
    form.reset(toCouponFields(data));
    toast({ tone: "success", title: coupon ? "Coupon saved" : `${data.code} created` });
    if (!coupon) onCreated?.(data);
  };
  const save = form.handleSubmit(async (fields) => {
    setProblem(undefined);
    try {
      await send(fields);
    } catch (error) {
      if (error instanceof CallProblem && error.code === "stale") {
        const current = error.details.current as Coupon;
        setVersion(current.version);
        edits.merge(toCouponFields(current));
        cacheCoupon(client, current);
      } else if (error instanceof CallProblem && error.code === "coupon_code_taken")
        form.setError("code", { message: error.message }, { shouldFocus: true });
      else setProblem(setFieldErrors<CouponFields>(error, ["code", "value", "max_uses", "max_per_user", "ends_at"], form.setError));
    }
  });
  return { form, save, problem, edits };
}

function describeField(field: keyof CouponFields, value: unknown): string {
  if (field === "kind") return couponKindLabels[value as CouponFields["kind"]];
  if (field === "scope") return "another selection";
  return value === "" ? "none" : String(value).replace("T", " ");
}
