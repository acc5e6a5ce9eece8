import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type CartItem, maxLineQuantity } from "#contract/cart.ts";
import type { GridRow } from "#contract/catalogue/variation-grid.ts";
import { query } from "#web/api/call.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import { QuantityField } from "#web/ui/forms/fields/quantity-field.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import type { ManualOrderValues } from "./manual-order-values.ts";

type Line = ManualOrderValues["lines"][number];
type Props = { form: UseFormReturn<ManualOrderValues>; priced: CartItem[] };

/** The items of the order, and a search for more. */
export function ItemsSection({ form, priced }: Props) {
  const [{ search, shown }, setSearch] = useState({ search: "", shown: pageSize });
  const lines = form.watch("lines");
  const { data: found } = useQuery({
    ...query("GET /product/admin/variations", { query: { search, per_page: shown } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const rows = found?.data ?? [];
  const isIn = ({ variation_id }: GridRow) => lines.some((line) => line.variation_id === variation_id);
  const total = (found?.meta.total ?? 0) - rows.filter(isIn).length;
  const hasMore = shown < mostShown && (found?.meta.total ?? 0) > shown;
  const change = (next: Line[]) => {
    form.setValue("lines", next, { shouldDirty: true });
    form.clearErrors("lines");
  };
  const add = (id: number) => {
    const row = rows.find(({ variation_id }) => variation_id === id);
    if (row) change([...lines, { variation_id: id, quantity: 1, label: nameOf(row) }]);
  };
  return (
    <div className="grid gap-4">
      <ul aria-label="Items" className="grid gap-4 empty:hidden">
        {lines.map((line) => (
          <Item
            key={line.variation_id}
            line={line}
            priced={priced.find(({ variation_id }) => variation_id === line.variation_id)}
            onQuantity={(quantity) => change(lines.map((one) => (one === line ? { ...line, quantity } : one)))}
            onRemove={() => change(lines.filter((one) => one !== line))}
          />
        ))}
      </ul>
      <MultiPicker
        label="Products"
        chosen={[]}
        items={rows.filter((row) => !isIn(row)).map(toItem)}
        total={total}
        onSearch={(text) => setSearch({ search: text, shown: pageSize })}
        onMore={hasMore ? () => setSearch({ search, shown: Math.min(mostShown, shown + pageSize) }) : undefined}
        onAdd={add}
        onRemove={() => undefined}
      />
      {form.formState.errors.lines && (
        <p role="alert" className="text-sm text-danger">
          {form.formState.errors.lines.message}
        </p>
      )}
    </div>
  );
}

const pageSize = 12;
/** The most that one request returns. */
const mostShown = 100;

const nameOf = ({ product, variation }: GridRow) => (variation === "" ? product : `${product}, ${variation}`);
const toItem = (row: GridRow) => {
  const price = formatMoney({ amount: row.price_amount, currency: row.currency });
  const stock = row.track_stock ? ` · ${row.on_hand} in stock` : "";
  return { id: row.variation_id, label: `${nameOf(row)} · ${price}${stock}` };
};

type ItemProps = {
  line: Line;
  priced: CartItem | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
};

function Item({ line, priced, onQuantity, onRemove }: ItemProps) {
  const left = priced?.problems.find(({ available }) => available !== undefined)?.available;
  return (
    <li className="flex flex-wrap items-center gap-3 text-sm">
      <Thumbnail url={priced?.product.thumbnail} sizes="48px" className="size-12 rounded" />
      <span className="min-w-40 flex-1">
        <span className="block font-medium">{line.label}</span>
        {priced && <span className="block text-muted">{formatMoney(priced.unit_price)} each</span>}
        {priced && priced.problems.length > 0 && (
          <span role="alert" className="block text-danger">
            {left === undefined ? "Not for sale" : `Only ${left} available`}
          </span>
        )}
      </span>
      <QuantityField
        size="small"
        immediate
        label={`Quantity of ${line.label}`}
        max={maxLineQuantity}
        value={line.quantity}
        onValueChange={onQuantity}
      />
      <span className="w-20 text-end tabular-nums">{priced && formatMoney(priced.line_total)}</span>
      <IconButton label={`Remove ${line.label}`} icon={<Trash2 />} onClick={onRemove} />
    </li>
  );
}
