import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AdminCategory } from "#contract/catalogue/categories.ts";
import type { Coupon, CouponScope } from "#contract/coupons.ts";
import { call, query } from "#web/api/call.ts";
import { useProductItems } from "#web/api/picker-items.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordForm } from "#web/ui/admin/record-form.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { MultiPicker, type PickerItem } from "#web/ui/forms/fields/multi-picker.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { addBack } from "#web/ui/lists/reinsert.ts";
import { type CouponFields, couponFieldLabels, everything, toCouponBody, toCouponFields } from "./coupon-fields.ts";
import { CodeAndValue, Limits, Schedule } from "./coupon-form-sections.tsx";
import { couponKindLabels } from "./coupon-labels.ts";
import { cacheCoupon } from "./coupons.queries.ts";

type Props = {
  /** Undefined creates one. */
  coupon: Coupon | undefined;
  start: CouponFields;
  heading: ReactNode;
  onCreated?: (coupon: Coupon) => void;
};

/** The form of a coupon; leaving with unsaved changes asks first. */
export function CouponEditor({ coupon, start, heading, onCreated }: Props) {
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
              saved={form.formState.defaultValues?.scope as CouponScope | undefined}
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
        </div>
      </div>
    </RecordForm>
  );
}

type FormOptions = Omit<Props, "heading"> & { currency: string };

const useCouponForm = ({ coupon, start, currency, onCreated }: FormOptions) =>
  useVersionedForm<CouponFields, Coupon>({
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
      cacheCoupon(data);
      toastDone(data, coupon ? "Coupon saved" : `${data.code} created`);
      if (!coupon) onCreated?.(data);
      return data;
    },
  });

/** Whether the latest version differs from what is edited at most in being active. */
const isOnlyPaused = (latest: Coupon, edited: CouponFields) =>
  JSON.stringify({ ...toCouponFields(latest), is_active: true }) === JSON.stringify({ ...edited, is_active: true });

function describeField(field: keyof CouponFields, value: unknown): string {
  if (field === "kind") return couponKindLabels[value as CouponFields["kind"]];
  if (field === "scope") return "another selection";
  return value === "" ? "none" : String(value).replace("T", " ");
}

type ScopeFieldsProps = { scope: CouponScope; saved: CouponScope | undefined; onScope: (scope: CouponScope) => void };

/** What a coupon applies to: everything, or some products, categories, tags and types. */
function ScopeFields({ scope, saved, onScope }: ScopeFieldsProps) {
  const isLimited = Object.values(scope).some((ids) => ids.length > 0);
  const [isOpen, setOpen] = useState(isLimited);
  const limited = isOpen || isLimited;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Applies to</legend>
      <RadioCard
        name="scope"
        label="All products"
        checked={!limited}
        onChange={() => {
          setOpen(false);
          onScope(everything);
        }}
      />
      <RadioCard name="scope" label="Specific products" checked={limited} onChange={() => setOpen(true)}>
        {limited && <Pickers scope={scope} saved={saved} onScope={onScope} />}
      </RadioCard>
    </fieldset>
  );
}

function Pickers({ scope, saved, onScope }: ScopeFieldsProps) {
  const [search, setSearch] = useState("");
  const categories = useQuery({
    ...query("GET /categories/admin", { query: {} }),
    select: ({ data }) => flatten(data),
  });
  const tags = useQuery({ ...query("GET /tags", {}), select: ({ data }) => data.map(toItem) });
  const types = useQuery({ ...query("GET /product-types", {}), select: ({ data }) => data.map(toItem) });
  const found = useProductItems({ name: search }, search.length > 1);
  const chosen = useProductItems({ id: scope.products.slice(0, 100) }, scope.products.length > 0);
  const picker = (kind: keyof CouponScope, items: PickerItem[] | undefined, known = items) => ({
    items: items ?? [],
    chosen: scope[kind].map((id) => known?.find((item) => item.id === id) ?? { id, label: `No. ${id}` }),
    onAdd: (id: number) => onScope({ ...scope, [kind]: addBack(scope[kind], id, saved?.[kind]) }),
    onRemove: (id: number) => onScope({ ...scope, [kind]: scope[kind].filter((one) => one !== id) }),
  });
  return (
    <div className="grid gap-5">
      <MultiPicker label="Products" onSearch={setSearch} {...picker("products", found, [...chosen, ...found])} />
      <MultiPicker label="Categories" {...picker("categories", categories.data)} />
      <MultiPicker label="Tags" {...picker("tags", tags.data)} />
      <MultiPicker label="Product types" {...picker("types", types.data)} />
      <p className="text-sm text-muted">
        The coupon applies to items that match any of these. Categories include their subcategories.
      </p>
    </div>
  );
}

const toItem = ({ id, name }: { id: number; name: string }): PickerItem => ({ id, label: name });

const flatten = (tree: AdminCategory[], above = ""): PickerItem[] =>
  tree.flatMap(({ id, name, subfolder }) => [
    { id, label: name, hint: above },
    ...flatten(subfolder, above === "" ? name : `${above} > ${name}`),
  ]);
