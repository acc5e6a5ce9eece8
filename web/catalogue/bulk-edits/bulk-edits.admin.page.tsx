import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import { shopInfo } from "#web/catalogue/products/products.queries.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, LinkRows, Row, Table, TableSkeleton } from "#web/ui/lists/table.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { shopLocale } from "#words/say.ts";
import { BulkEditState, useChangeText } from "./bulk-change-text.tsx";
import { useBulkEdits } from "./bulk-edits.queries.ts";

export default function BulkEditsAdminPage() {
  const { data, error, refetch } = useBulkEdits();
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <PageHead title="Bulk edits" hidden />
      <Breadcrumbs crumbs={[{ label: "Products", href: dashboardPaths.products() }, { label: "Bulk edits" }]} />
      <h1 className="text-2xl">Bulk edits</h1>
      {!data && error && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      {!data && !error && <TableSkeleton label="Loading bulk edits" />}
      {data && (data.length === 0 ? <NoBulkEdits /> : <BulkEditTable edits={data} />)}
    </main>
  );
}

const NoBulkEdits = () => (
  <EmptyState
    icon={<History />}
    title="No bulk edits yet"
    action={
      <ShopLink to={dashboardPaths.products()} className={buttonLook({ look: "primary" })}>
        Show products
      </ShopLink>
    }
  >
    Select products in the list, or filter it, and edit all of them at once. Each edit can be undone here for 24 hours.
  </EmptyState>
);

const BulkEditTable = ({ edits }: { edits: BulkEdit[] }) => (
  <Table label="Bulk edits">
    <thead>
      <tr>
        <HeadCell>Change</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          Products
        </HeadCell>
        <HeadCell className="max-md:hidden">By</HeadCell>
        <HeadCell className="max-md:hidden">Started</HeadCell>
      </tr>
    </thead>
    <LinkRows>
      {edits.map((edit) => (
        <BulkEditRow key={edit.id} edit={edit} />
      ))}
    </LinkRows>
  </Table>
);

function BulkEditRow({ edit: { id, change, status, total, by, created_at } }: { edit: BulkEdit }) {
  const currency = useQuery(shopInfo()).data?.data.currency ?? "EUR";
  const text = useChangeText(change, currency);
  return (
    <Row to={dashboardPaths.bulkEdit(id)}>
      <Cell className="w-full min-w-48">
        <ShopLink to={dashboardPaths.bulkEdit(id)} className="font-semibold underline-offset-4 hover:underline">
          {text}
        </ShopLink>
        <p className="text-xs text-muted md:hidden">
          {countProducts(total)}, {formatMoment(created_at, shopLocale())}
        </p>
      </Cell>
      <Cell className="whitespace-nowrap">
        <BulkEditState status={status} />
      </Cell>
      <Cell numeric className="max-md:hidden">
        {total.toLocaleString(shopLocale())}
      </Cell>
      <Cell className="whitespace-nowrap max-md:hidden">{by ?? "–"}</Cell>
      <Cell className="whitespace-nowrap text-muted max-md:hidden">{formatMoment(created_at, shopLocale())}</Cell>
    </Row>
  );
}
