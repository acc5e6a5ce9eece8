import { useMutation, useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { Tag } from "#contract/catalogue/tags.ts";
import { pageMeta } from "#contract/endpoint.ts";
import { call, invalidate } from "#web/api/call.ts";
import { allTags, catalogueUsage, refreshProducts } from "#web/catalogue/products/products.queries.ts";
import { countProducts, productsOf, UsageLink } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DataTable, RowButton } from "#web/ui/lists/data-table.tsx";
import { listAddress } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { MergeForm, TagNameForm } from "./tag-forms.tsx";

const tagsList = listAddress(dashboardPaths.tags(), { name: Tag.shape.name });

export default function TagsAdminPage() {
  const query = useListQuery(tagsList);
  const result = useQuery({ ...allTags(), staleTime: 0, select: ({ data }) => data });
  const actions = useTagActions(result.data ?? []);
  const add = <CreateButton onClick={actions.add}>Add tag</CreateButton>;
  return (
    <AdminPage
      title="Tags"
      hint="Customers filter products by tags."
      width="narrow"
      exported={{ route: "GET /tags/export", query: tagsList.filtersOf(query) }}
      actions={add}
    >
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

/** Adds, renames, merges and deletes tags; the last two ask with the number of products. */
function useTagActions(tags: Tag[]) {
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.tags;
  const refresh = () => {
    void invalidate(allTags());
    refreshProducts();
  };
  const fail = toastProblem();
  const deletion = useMutation({
    mutationFn: ({ id }: Tag) => call("DELETE /tags/:id", { params: { id } }),
    onSuccess: (reply, { name }) => toastDone(reply, `${name} deleted`),
    onSettled: refresh,
    onError: fail,
  });
  const says = ({ id }: Tag) => {
    const products = productsOf(usage, id);
    return products === 0 ? "No product has this tag." : `It is removed from ${countProducts(products)}.`;
  };
  return {
    add: () => openDialog({ title: "Add tag", content: <TagNameForm onSaved={refresh} /> }),
    rename: (tag: Tag) =>
      openDialog({
        title: `Rename ${tag.name}`,
        content: (
          <TagNameForm
            tag={tag}
            onSaved={(saved) => {
              refresh();
              toastDone(saved, `${tag.name} renamed to ${saved.name}`);
            }}
          />
        ),
      }),
    merge: (tag: Tag) =>
      openDialog({
        title: `Merge ${tag.name}`,
        content: (
          <MergeForm
            noun="tag"
            from={tag}
            others={tags.filter(({ id }) => id !== tag.id)}
            products={productsOf(usage, tag.id)}
            merge={(into_id) => call("POST /tags/:id/merge", { params: { id: tag.id }, body: { into_id } })}
            onMerged={refresh}
          />
        ),
      }),
    remove: async (tag: Tag) => {
      const question = { title: `Delete ${tag.name}?`, says: says(tag) };
      if (await confirm({ ...question, action: "Delete tag", danger: true })) deletion.mutate(tag);
    },
  };
}
