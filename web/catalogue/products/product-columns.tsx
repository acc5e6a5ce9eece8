import { Columns3 } from "lucide-react";
import { useRef, useState } from "react";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { useListPreferences } from "#web/ui/lists/list-preferences.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";

/** Columns of the product list that can be shown or hidden. */
const productColumns = ["status", "stock", "variations", "price", "updated", "type", "brand", "schedule"] as const;
export type ProductColumn = (typeof productColumns)[number];

const defaultColumns: readonly string[] = productColumns.slice(0, 5);

/** The shown columns in their order. */
export function useProductColumns(): ProductColumn[] {
  const columns = useListPreferences("products").columns ?? defaultColumns;
  return productColumns.filter((one) => columns.includes(one));
}

export const columnLabels: Record<ProductColumn, string> = {
  status: "Status",
  stock: "On hand",
  variations: "Variations",
  price: "Price",
  updated: "Updated",
  type: "Type",
  brand: "Brand",
  schedule: "Schedule",
};

/** Chooses the columns of the list. */
export function ColumnsButton() {
  const { save } = useListPreferences("products");
  const saved = useProductColumns();
  // The choice shows at once: a checkbox that waits for the cache is put back for a moment.
  const [choice, setChoice] = useState<ProductColumn[] | null>(null);
  const columns = choice ?? saved;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = (column: ProductColumn) => {
    const chosen = productColumns.filter((one) => columns.includes(one) !== (one === column));
    setChoice(chosen);
    save(() => ({ columns: chosen }))
      .catch(toastProblem())
      .finally(() => setChoice((latest) => (latest === chosen ? null : latest)));
  };
  return (
    <>
      <Button ref={button} size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Columns3 />
        Columns
      </Button>
      <Popover
        anchor={button}
        label="Columns"
        align="end"
        open={isOpen}
        onClose={() => setOpen(false)}
        className="grid w-52 gap-2 p-4"
      >
        {productColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnLabels[column]}
            checked={columns.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </Popover>
    </>
  );
}
