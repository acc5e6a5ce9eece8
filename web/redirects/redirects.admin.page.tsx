import { Plus, Split } from "lucide-react";
import { useSearchParams } from "react-router";
import { type Redirect, redirectSources } from "#contract/shop/redirects.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { Cell, HeadCell, Row, Table, TableSkeleton } from "#web/ui/lists/table.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { ImportRedirects } from "./import-redirects.tsx";
import { RedirectForm } from "./redirect-form.tsx";
import { useDeleteRedirect, useRedirects } from "./redirects.queries.ts";
import { parseRedirectList, type RedirectListQuery, redirectListPath } from "./redirects-list-address.ts";

const sourceLabels: Record<Redirect["source"], string> = {
  manual: "Manual",
  product: "Renamed product",
  category: "Moved category",
};

export default function RedirectsAdminPage() {
  const [search] = useSearchParams();
  const query = parseRedirectList(search);
  return (
    <main className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead title="Redirects" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-2xl">Redirects</h1>
          <p className="max-w-prose text-sm text-muted">
            Lead visitors from addresses that no longer exist to pages of your shop.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            route="GET /redirects/export"
            query={{ name: query.name, source: query.source }}
            name="redirects"
          />
          <Button
            writes
            size="small"
            onClick={() => openDialog({ title: "Import redirects", content: <ImportRedirects /> })}
          >
            Import
          </Button>
          <CreateRedirect />
        </div>
      </header>
      <Toolbar query={query} />
      <RedirectList query={query} />
    </main>
  );
}

const CreateRedirect = () => (
  <Button
    size="small"
    look="primary"
    onClick={() => openDialog({ title: "Create redirect", content: <RedirectForm /> })}
  >
    <Plus aria-hidden="true" />
    Create redirect
  </Button>
);

function Toolbar({ query }: { query: RedirectListQuery }) {
  const change = useListParams<RedirectListQuery>(parseRedirectList, redirectListPath);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SelectField
        label="Source"
        labelHidden
        size="small"
        value={query.source ?? ""}
        onChange={({ target }) => change(() => ({ source: redirectSources.find((one) => one === target.value) }))}
        className="w-48 max-sm:w-full"
      >
        <option value="">All sources</option>
        {redirectSources.map((source) => (
          <option key={source} value={source}>
            {sourceLabels[source]}
          </option>
        ))}
      </SelectField>
      <ListSearch
        label="Search redirects"
        placeholder="Path"
        name={query.name}
        onSearch={(name) => change(() => ({ name }))}
      />
    </div>
  );
}

function RedirectList({ query }: { query: RedirectListQuery }) {
  const { data, error, refetch } = useRedirects(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading redirects" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={redirectListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoRedirects isFiltered={Boolean(query.name || query.source)} />;
  return (
    <>
      <RedirectTable redirects={data.data} />
      <ListFooter noun="redirects" meta={data.meta} read={parseRedirectList} write={redirectListPath} />
    </>
  );
}

const NoRedirects = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<Split />}
      title="No redirects found"
      action={
        <ShopLink to={dashboardPaths.redirects()} className={buttonLook()}>
          Show all redirects
        </ShopLink>
      }
    >
      Try another path or source.
    </EmptyState>
  ) : (
    <EmptyState icon={<Split />} title="No redirects yet" action={<CreateRedirect />}>
      Create one for each page of your former website that people still visit. Renamed products and moved categories
      redirect by themselves.
    </EmptyState>
  );

const RedirectTable = ({ redirects }: { redirects: Redirect[] }) => (
  <Table label="Redirects">
    <thead>
      <tr>
        <HeadCell>Redirect from</HeadCell>
        <HeadCell>Redirect to</HeadCell>
        <HeadCell className="max-md:hidden">Source</HeadCell>
        <HeadCell className="w-0">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
    <tbody>
      {redirects.map((redirect) => (
        <RedirectRow key={redirect.from} redirect={redirect} />
      ))}
    </tbody>
  </Table>
);

function RedirectRow({ redirect }: { redirect: Redirect }) {
  const { id, from, to, source } = redirect;
  const remove = useDeleteRedirect();
  const edit = (manual: Redirect & { id: number }) =>
    openDialog({ title: "Edit redirect", content: <RedirectForm redirect={manual} /> });
  return (
    <Row>
      <Cell className="font-medium wrap-anywhere">{from}</Cell>
      <Cell className="wrap-anywhere">
        <ShopLink to={to} className="text-link underline-offset-4 hover:underline">
          {to}
        </ShopLink>
        <span className="block text-xs text-muted md:hidden">{sourceLabels[source]}</span>
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-md:hidden">{sourceLabels[source]}</Cell>
      <Cell className="w-0 ps-0">
        {id !== null && (
          <ActionMenu
            compact
            label={`Redirect from ${from}`}
            actions={[
              { label: "Edit", onSelect: () => edit({ ...redirect, id }) },
              { label: "Delete", danger: true, onSelect: () => void remove({ ...redirect, id }) },
            ]}
          />
        )}
      </Cell>
    </Row>
  );
}
