import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { useSearchParams } from "react-router";
import type { Tag } from "#contract/catalogue/tags.ts";
import { pageMeta } from "#contract/endpoint.ts";
import { allTags, catalogueUsage } from "#web/catalogue/products/products.queries.ts";
import { UsageLink } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { Cell, HeadCell, Row, Table, TableSkeleton } from "#web/ui/lists/table.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { parseTagsList, type TagsListQuery, tagsListPath } from "./tags-list-address.ts";
import { useTagActions } from "./use-tag-actions.tsx";

export default function TagsAdminPage() {
  const [search] = useSearchParams();
  const query = parseTagsList(search);
  const change = useListParams<TagsListQuery>(parseTagsList, tagsListPath);
  const { data, error, refetch } = useQuery({ ...allTags(), staleTime: 0 });
  const actions = useTagActions(data?.data ?? []);
  return (
    <main className="mx-auto grid max-w-[60rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Tags" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl">Tags</h1>
          <p className="text-sm text-muted">Customers filter products by tags.</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <ListSearch
            label="Search tags"
            placeholder="Name"
            name={query.name}
            onSearch={(name) => change(() => ({ name }))}
          />
          <Button look="primary" onClick={actions.add}>
            <Plus aria-hidden="true" />
            Add tag
          </Button>
        </div>
      </header>
      {data ? (
        <TagList tags={data.data} query={query} actions={actions} />
      ) : error ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : (
        <TableSkeleton label="Loading tags" />
      )}
    </main>
  );
}

type ListProps = { tags: Tag[]; query: TagsListQuery; actions: ReturnType<typeof useTagActions> };

function TagList({ tags, query, actions }: ListProps) {
  const { name, page, per_page } = query;
  const found = tags.filter((tag) => !name || tag.name.toLowerCase().includes(name.toLowerCase()));
  const meta = pageMeta(query, found.length);
  if (isPastEnd(meta)) return <PageOutOfRange first={tagsListPath({ ...query, page: 1 })} />;
  if (tags.length === 0)
    return (
      <EmptyState
        icon={<Tags />}
        title="No tags yet"
        action={
          <Button look="primary" onClick={actions.add}>
            Add tag
          </Button>
        }
      >
        Add a tag, such as Handmade, then choose it in the editor of a product.
      </EmptyState>
    );
  if (found.length === 0)
    return (
      <EmptyState
        icon={<Tags />}
        title="No tags found"
        action={
          <ShopLink to={dashboardPaths.tags()} className={buttonLook()}>
            Show all tags
          </ShopLink>
        }
      >
        Try another name.
      </EmptyState>
    );
  return (
    <>
      <TagTable tags={found.slice((page - 1) * per_page, page * per_page)} actions={actions} />
      <ListFooter noun="tags" meta={meta} read={parseTagsList} write={tagsListPath} />
    </>
  );
}

function TagTable({ tags, actions }: Omit<ListProps, "query">) {
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.tags;
  const isReadOnly = useReadOnly();
  return (
    <Table label="Tags">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell numeric>Products</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => (
          <Row key={tag.id}>
            <Cell className="w-full max-w-0">
              {isReadOnly ? (
                <span className="block truncate font-semibold">{tag.name}</span>
              ) : (
                <button
                  type="button"
                  onClick={() => actions.rename(tag)}
                  aria-label={`Rename ${tag.name}`}
                  className="touch-target block max-w-full truncate font-semibold underline-offset-4 hover:underline"
                >
                  {tag.name}
                </button>
              )}
            </Cell>
            <Cell numeric>
              <UsageLink usage={usage} id={tag.id} name={tag.name} to={dashboardPaths.products({ tag: tag.id })} />
            </Cell>
            <Cell numeric>
              <ActionMenu
                label="More"
                actions={[
                  { label: "Rename…", onSelect: () => actions.rename(tag) },
                  { label: "Merge…", onSelect: () => actions.merge(tag) },
                  { label: "Delete…", onSelect: () => void actions.remove(tag), danger: true },
                ]}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
