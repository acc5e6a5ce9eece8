import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { query } from "#web/api/call.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { MultiPicker, type PickerItem } from "#web/ui/forms/fields/multi-picker.tsx";

/** The products shown first as related on the product's page. */
export function RelatedProducts() {
  const { control } = useProductForm();
  const { field } = useController({ control, name: "related_ids" });
  const [search, setSearch] = useState("");
  const ids = field.value;
  const found = useProductItems({ name: search }, search.length > 1);
  const known = useProductItems({ id: ids }, ids.length > 0);
  const labelOf = (id: number) => [...known, ...found].find((item) => item.id === id) ?? { id, label: `No. ${id}` };
  return (
    <div className="grid gap-1.5">
      <MultiPicker
        label="Related products"
        items={ids.length < productLimits.related ? found : []}
        chosen={ids.map(labelOf)}
        onSearch={setSearch}
        onAdd={(id) => field.onChange([...ids, id])}
        onRemove={(id) => field.onChange(ids.filter((one) => one !== id))}
      />
      <p className="text-sm text-muted">
        Shown first on the product page, up to {productLimits.related}. Without any, products of the same category are.
      </p>
    </div>
  );
}

const useProductItems = (filters: { name?: string; id?: number[] }, enabled: boolean): PickerItem[] =>
  useQuery({
    ...query("GET /product/admin", { query: { ...filters, per_page: 24 } }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data }) => data.map(({ id, name }) => ({ id, label: name })),
  }).data ?? [];
