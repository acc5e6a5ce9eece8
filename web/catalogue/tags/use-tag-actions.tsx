import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Tag } from "#contract/catalogue/tags.ts";
import { call } from "#web/api/call.ts";
import { allTags, catalogueUsage, refreshProducts } from "#web/catalogue/products/products.queries.ts";
import { countProducts, productsOf } from "#web/catalogue/products/usage-link.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { MergeForm, TagNameForm } from "./tag-forms.tsx";

/** Adds, renames, merges and deletes tags; renaming can be undone, the others ask with the number of products. */
export function useTagActions(tags: Tag[]) {
  const client = useQueryClient();
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.tags;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: allTags().queryKey });
    refreshProducts(client);
  };
  const fail = toastProblem();
  const rename = useMutation({
    mutationFn: ({ id, name }: Pick<Tag, "id" | "name">) => call("PUT /tags/:id", { params: { id }, body: { name } }),
    onSettled: refresh,
    onError: fail,
  });
  const deletion = useMutation({
    mutationFn: ({ id }: Tag) => call("DELETE /tags/:id", { params: { id } }),
    onSuccess: (_, { name }) => toast({ tone: "success", title: `${name} deleted` }),
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
            onSaved={({ name }) => {
              refresh();
              const action = { label: "Undo", onClick: () => rename.mutate(tag) };
              toast({ tone: "success", title: `${tag.name} renamed to ${name}`, action });
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
      const question = { title: `Delete ${tag.name}?`, says: `${says(tag)} This can't be undone.` };
      if (await confirm({ ...question, action: "Delete tag", danger: true })) deletion.mutate(tag);
    },
  };
}
