import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "./data-table.tsx";

type Failure = { id: number; name: string; message: string };
type Props = { label: string; head?: string; failures: Failure[]; count: number; href: (id: number) => string };

/** Products, or what else `head` says, with the reason why they were not changed. */
export const FailedItems = ({ label, head = "Product", failures, count, href }: Props) => (
  <div className="grid gap-2">
    <DataTable
      label={label}
      rows={failures}
      rowKey={({ id }) => id}
      columns={[
        {
          head,
          className: "font-medium sm:min-w-56",
          cell: ({ id, name }) => (
            <ShopLink to={href(id)} className="underline-offset-4 hover:underline">
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
