import type { BulkFailure } from "#contract/catalogue/bulk-edits.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, Row, Table } from "./table.tsx";

type Props = { label: string; failures: BulkFailure[]; count: number; href: (id: number) => string };

/** Products with the reason why they were not changed. */
export const FailedProducts = ({ label, failures, count, href }: Props) => (
  <div className="grid gap-2">
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>Product</HeadCell>
          <HeadCell>Reason</HeadCell>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ product_id, name, message }) => (
          <Row key={product_id}>
            <Cell className="font-medium sm:min-w-56">
              <ShopLink to={href(product_id)} className="underline-offset-4 hover:underline">
                {name}
              </ShopLink>
            </Cell>
            <Cell className="w-full text-danger">{message}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
    {count > failures.length && <p className="text-sm text-muted">And {count - failures.length} more.</p>}
  </div>
);
