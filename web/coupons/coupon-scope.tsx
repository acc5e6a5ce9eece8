import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCategory } from "#contract/catalogue/categories.ts";
import type { CouponScope } from "#contract/coupons.ts";
import { query } from "#web/api/call.ts";
import { MultiPicker, type PickerItem } from "#web/ui/forms/fields/multi-picker.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { everything } from "./coupon-fields.ts";

type Props = { scope: CouponScope; onScope: (scope: CouponScope) => void };

/** What a coupon applies to: everything, or some products, categories, tags and types. */
export function ScopeFields({ scope, onScope }: Props) {
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
        {limited && <Pickers scope={scope} onScope={onScope} />}
      </RadioCard>
    </fieldset>
  );
}

function Pickers({ scope, onScope }: Props) {
  const [search, setSearch] = useState("");
  const categories = useQuery({
    ...query("GET /categories/admin", { query: {} }),
    select: ({ data }) => flatten(data),
  });
  const tags = useQuery({ ...query("GET /tags", {}), select: ({ data }) => data.map(toItem) });
  const types = useQuery({ ...query("GET /product-types", {}), select: ({ data }) => data.map(toItem) });
  const found = useProducts({ name: search }, search.length > 1);
  const chosenProducts = useProducts({ id: scope.products }, scope.products.length > 0);
  const picker = (kind: keyof CouponScope, items: PickerItem[] | undefined, known = items) => ({
    items: items ?? [],
    chosen: scope[kind].map((id) => known?.find((item) => item.id === id) ?? { id, label: `No. ${id}` }),
    onAdd: (id: number) => onScope({ ...scope, [kind]: [...new Set([...scope[kind], id])] }),
    onRemove: (id: number) => onScope({ ...scope, [kind]: scope[kind].filter((one) => one !== id) }),
  });
  return (
    <div className="grid gap-5">
      <MultiPicker
        label="Products"
        onSearch={setSearch}
        {...picker("products", found, [...(chosenProducts ?? []), ...(found ?? [])])}
      />
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
const useProducts = (filters: { name?: string; id?: number[] }, enabled: boolean) =>
  useQuery({
    ...query("GET /product/admin", { query: { ...filters, id: filters.id?.slice(0, 100), per_page: 100 } }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data }) => data.map(toItem),
  }).data;

const flatten = (tree: AdminCategory[], above = ""): PickerItem[] =>
  tree.flatMap(({ id, name, subfolder }) => [
    { id, label: name, hint: above },
    ...flatten(subfolder, above === "" ? name : `${above} > ${name}`),
  ]);
