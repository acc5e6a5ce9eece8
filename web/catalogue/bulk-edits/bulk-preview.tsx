import type { BulkPreview } from "#contract/catalogue/bulk-edits.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { FailedItems } from "#web/ui/lists/failed-items.tsx";
import { useFieldsText } from "./bulk-change-text.tsx";

/** What a bulk edit would do: how many products change, examples, and which can't be changed. */
export function PreviewSummary({ preview, currency }: { preview: BulkPreview; currency: string }) {
  const textOf = useFieldsText(currency);
  const { changed, unchanged, failed, examples, failures } = preview;
  return (
    <CardSection title="Preview" role="status">
      <div className="grid gap-4">
        <p>
          {countProducts(changed)} will change.
          {unchanged > 0 && ` ${countProducts(unchanged)} already have these values.`}
          {failed > 0 && ` ${countProducts(failed)} can't be changed.`}
        </p>
        {examples.length > 0 && (
          <DataTable
            label="Examples"
            rows={examples}
            rowKey={({ product_id }) => product_id}
            columns={[
              { head: "Product", className: "w-full max-w-0 min-w-32 truncate font-medium", cell: ({ name }) => name },
              { head: "Before", className: "whitespace-nowrap text-muted", cell: ({ before }) => textOf(before) },
              { head: "After", className: "whitespace-nowrap", cell: ({ after }) => textOf(after) },
            ]}
          />
        )}
        {failures.length > 0 && (
          <FailedItems
            href={dashboardPaths.product}
            label="Products that can't be changed"
            failures={failures}
            count={failed}
          />
        )}
      </div>
    </CardSection>
  );
}
