import { Grid3x3 } from "lucide-react";
import { type Location, useSearchParams } from "react-router";
import type { GridRow } from "#contract/catalogue/variation-grid.ts";
import { parseProductFilters, productList } from "#web/catalogue/products/product-list-address.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { EditableFields } from "#web/ui/forms/page-form.tsx";
import { useSessionDraft } from "#web/ui/forms/unsaved/session-draft.ts";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { pageNumber } from "#web/ui/lists/list-params.ts";
import { listTotal } from "#web/ui/lists/list-total.ts";
import { Pagination } from "#web/ui/lists/pagination.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { GridTable } from "./grid-table.tsx";
import { type GridDraft, useGrid, useGridRows } from "./use-grid.ts";

const title = "Edit prices and stock";

export default function GridAdminPage() {
  const [search] = useSearchParams();
  const filters = parseProductFilters(search);
  const page = pageNumber(search);
  const { data, error, refetch, isPlaceholderData, isFetchedAfterMount } = useGridRows({ ...filters, page });
  const isReady = data && isFetchedAfterMount && !isPlaceholderData;
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title={title} hidden />
      <Breadcrumbs crumbs={[{ label: "Products", href: productList.write(filters) }, { label: title }]} />
      {!isReady && <h1 className="text-2xl">{title}</h1>}
      {!isReady && error && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      {!isReady && !error && <TableSkeleton label="Loading variations" />}
      {isReady && data.data.length > 0 && (
        <Grid key={search.toString()} loaded={data.data}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-muted tabular-nums">
              {data.meta.total === 1 ? "1 variation" : `${listTotal(data.meta)} variations`}
            </p>
            <Pagination
              page={data.meta.page}
              pages={data.meta.pages}
              href={(to) => dashboardPaths.productGrid({ ...filters, page: to > 1 ? to : undefined })}
            />
          </div>
        </Grid>
      )}
      {isReady && data.data.length === 0 && <NoVariations />}
    </main>
  );
}

/** Another page of the list or other filters have other rows. */
const isOtherList = (from: Location, to: Location) => from.pathname !== to.pathname || from.search !== to.search;

function Grid({ loaded, children }: { loaded: GridRow[]; children: React.ReactNode }) {
  const grid = useGrid(loaded);
  const { edits, save, undo, discard, isSaving, problem } = grid;
  const count = edits.size;
  useUnsavedChangesGuard(() => count > 0, isOtherList);
  useSessionDraft<GridDraft>("grid", {
    getDraft: () => (count > 0 ? { edits, before: grid.rows } : undefined),
    restore: grid.restore,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="grid grid-cols-1 gap-4"
    >
      <EditableFields>
        <header className="sticky top-14 z-10 flex flex-wrap items-center justify-between gap-3 bg-page py-2">
          <h1 className="text-2xl">{title}</h1>
          <div className="flex flex-wrap items-center gap-2">
            {count > 0 && (
              <p role="status" className="text-sm text-muted tabular-nums">
                {count === 1 ? "1 unsaved row" : `${count} unsaved rows`}
              </p>
            )}
            <Button size="small" disabled={!undo} onClick={undo}>
              Undo
            </Button>
            <Button size="small" disabled={count === 0} onClick={discard}>
              Discard
            </Button>
            <Button type="submit" size="small" look="primary" disabled={count === 0} busy={isSaving}>
              Save
            </Button>
          </div>
        </header>
        <FormProblem problem={problem} />
        <GridTable grid={grid} />
        {count > 0 ? (
          <p className="text-sm text-muted">Save or discard your changes to go to another page.</p>
        ) : (
          children
        )}
      </EditableFields>
    </form>
  );
}

const NoVariations = () => (
  <EmptyState
    icon={<Grid3x3 />}
    title="No variations found"
    action={<ButtonLink to={dashboardPaths.products()} label="Show all products" />}
  >
    Filter the product list, then edit the prices and stock of what it shows here.
  </EmptyState>
);
