import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import { shopInfo } from "#web/catalogue/products/products.queries.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable, RowLink } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatShopNumber } from "#words/say.ts";
import { bulkEditStatusLabels, useChangeText } from "./bulk-change-text.tsx";
import { useBulkEdits } from "./bulk-edits.queries.ts";

export default function BulkEditsAdminPage() {
  return (
    <AdminPage
      title="Bulk edits"
      width="medium"
      above={[{ label: "Products", href: dashboardPaths.products() }]}
      exported={{ route: "GET /product/admin/bulk-edits/export" }}
    >
      <Loaded result={useBulkEdits()} skeleton={<TableSkeleton label="Loading bulk edits" />}>
        {(edits) => (edits.length === 0 ? <NoBulkEdits /> : <BulkEditTable edits={edits} />)}
      </Loaded>
    </AdminPage>
  );
}

const NoBulkEdits = () => (
  <EmptyState
    icon={<History />}
    title="No bulk edits yet"
    action={<ButtonLink to={dashboardPaths.products()} look="primary" label="Show products" />}
  >
    Select products in the list, or filter it, and edit all of them at once. Each edit can be undone here for 24 hours.
  </EmptyState>
);

const BulkEditTable = ({ edits }: { edits: BulkEdit[] }) => (
  <DataTable
    label="Bulk edits"
    rows={edits}
    rowKey={({ id }) => id}
    to={({ id }) => dashboardPaths.bulkEdit(id)}
    columns={[
      { head: "Change", className: "w-full min-w-48", cell: (edit) => <EditName edit={edit} /> },
      {
        head: "Status",
        className: "whitespace-nowrap",
        cell: ({ status }) => <LabelBadge label={bulkEditStatusLabels[status]} />,
      },
      { head: "Products", numeric: true, from: "md", cell: ({ total }) => formatShopNumber(total) },
      { head: "By", from: "md", className: "whitespace-nowrap", cell: ({ by }) => by ?? "–" },
      { head: "Started", from: "md", quiet: true, cell: ({ created_at }) => formatMoment(created_at) },
    ]}
  />
);

function EditName({ edit: { id, change, total, created_at } }: { edit: BulkEdit }) {
  const currency = useQuery(shopInfo()).data?.data.currency ?? "EUR";
  return (
    <>
      <RowLink to={dashboardPaths.bulkEdit(id)} className="whitespace-normal">
        {useChangeText(change, currency)}
      </RowLink>
      <p className="text-xs text-muted md:hidden">
        {countProducts(total)}, {formatMoment(created_at)}
      </p>
    </>
  );
}
