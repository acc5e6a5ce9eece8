import type { BulkFailure } from "#contract/catalogue/bulk-edits.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "./data-table.tsx";

type Props = { label: string; failures: BulkFailure[]; count: number; href: (id: number) => string };

/** Products with the reason why they were not changed. */
export const FailedProducts = ({ label, failures, count, href }: Props) => (
  <div className="grid gap-2">
    <DataTable
      label={label}
      rows={failures}
      rowKey={({ product_id }) => product_id}
      columns={[
        {
          head: "Product",
          className: "font-medium sm:min-w-56",
          cell: ({ product_id, name }) => (
            <ShopLink to={href(product_id)} className="underline-offset-4 hover:underline">
              {name}
            </ShopLink>
          ),
        },
        { head: "Reason", className: "w-full text-danger", cell: ({ message }) => message },
      ]}
    />
    {count > failures.length && <p className="text-sm text-muted">And {count - failures.length} more.</p>}
  </div>
);
