import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { Tag } from "#contract/catalogue/tags.ts";
import { pageMeta } from "#contract/endpoint.ts";
import { allTags, catalogueUsage } from "#web/catalogue/products/products.queries.ts";
import { UsageLink } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { DataTable, RowButton } from "#web/ui/lists/data-table.tsx";
import { listAddress } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { useTagActions } from "./use-tag-actions.tsx";

const tagsList = listAddress(dashboardPaths.tags(), { name: Tag.shape.name });

export default function TagsAdminPage() {
  const query = useListQuery(tagsList);
  const result = useQuery({ ...allTags(), staleTime: 0, select: ({ data }) => data });
  const actions = useTagActions(result.data ?? []);
  const add = <CreateButton onClick={actions.add}>Add tag</CreateButton>;
  return (
    <AdminPage title="Tags" hint="Customers filter products by tags." width="narrow" actions={add}>
      <ListToolbar list={tagsList} search={{ label: "Search tags", placeholder: "Name" }} />
      <ListResult
        result={{ ...result, data: result.data && pageOf(result.data, query) }}
        list={tagsList}
        noun="tags"
        empty={{
          icon: <Tags />,
          title: "No tags yet",
          says: "Add a tag, such as Handmade, then choose it in the editor of a product.",
          action: add,
          hint: "Try another name.",
        }}
      >
        {(tags) => <TagTable tags={tags} actions={actions} />}
      </ListResult>
    </AdminPage>
  );
}

type Actions = ReturnType<typeof useTagActions>;

/** The tags with this part of a name, a page of them. */
function pageOf(tags: Tag[], query: ReturnType<typeof tagsList.read>) {
  const { name = "", page, per_page } = query;
  const found = tags.filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()));
  return { data: found.slice((page - 1) * per_page, page * per_page), meta: pageMeta(query, found.length) };
}

function TagTable({ tags, actions }: { tags: Tag[]; actions: Actions }) {
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.tags;
  return (
    <DataTable
      label="Tags"
      rows={tags}
      rowKey={({ id }) => id}
      columns={[
        {
          head: "Name",
          className: "w-full max-w-0",
          cell: (tag) => (
            <RowButton label={`Rename ${tag.name}`} onClick={() => actions.rename(tag)}>
              {tag.name}
            </RowButton>
          ),
        },
        {
          head: "Products",
          numeric: true,
          cell: ({ id, name }) => (
            <UsageLink usage={usage} id={id} name={name} to={dashboardPaths.products({ tag: id })} />
          ),
        },
      ]}
      actions={(tag) => (
        <ActionMenu
          compact
          label={`Actions for ${tag.name}`}
          actions={[
            { label: "Rename…", onSelect: () => actions.rename(tag) },
            { label: "Merge…", onSelect: () => actions.merge(tag) },
            { label: "Delete…", onSelect: () => void actions.remove(tag), danger: true },
          ]}
        />
      )}
    />
  );
}
