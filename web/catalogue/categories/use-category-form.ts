import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CategoryDetails, CategoryForm } from "#contract/catalogue/categories.ts";
import { browserClient, call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { requestFocus, setBranchesOpen } from "#web/catalogue/categories/tree/tree-state.ts";
import { shopInfo } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { categoryQuery, refreshCategories } from "./categories.queries.ts";
import { type CategoryFields, toCategoryForm, toFields } from "./category-fields.ts";
import type { CategoryIndex } from "./category-index.ts";

/** The category form: its state, saving, and merging with somebody else's changes. */
export function useCategoryForm(index: CategoryIndex, category: CategoryDetails | undefined, parentId: number | null) {
  const { currency } = useSuspenseQuery(shopInfo()).data.data;
  const [followsName, setFollowsName] = useState(!category);
  const [isUploading, setUploading] = useState(false);
  const shop = useSaveCategory(index);
  const { latest, ...state } = useVersionedForm<CategoryFields, CategoryDetails>({
    start: toFields(category, parentId, currency),
    version: category?.version ?? 0,
    toFields: (saved) => toFields(saved, saved.parent_id, currency),
    errorFields: ["name", "slug", "description"],
    errorCodes: {
      slug_taken: ["slug", "Another category at this level uses this URL handle. Choose another one."],
      category_cycle: "parent_id",
      category_too_deep: "parent_id",
    },
    send: async (fields, version) => {
      const body = toCategoryForm({ ...fields, slug: followsName ? "" : fields.slug }, currency);
      return category ? shop.update(category.id, body, version) : shop.create(body);
    },
  });
  const path = (latest ?? category)?.path;
  return { ...state, path, currency, followsName, setFollowsName, isUploading, setUploading };
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

/** The requests of the form, with their toasts and cache updates. */
function useSaveCategory(index: CategoryIndex) {
  const leave = useLeavePage();
  return {
    update: async (id: number, body: CategoryForm, version: number) => {
      const path = index.byId.get(id)?.category.path;
      // An empty slug would be made from the new name.
      const sent = { ...body, slug: body.slug ?? "", version };
      const { data } = await call("PUT /categories/:id", { params: { id }, body: sent }).catch(async (problem) => {
        if (problem instanceof CallProblem && problem.code === "stale") {
          void refreshCategories();
          problem.details.current = (await call("GET /categories/:id", { params: { id } })).data;
        }
        throw problem;
      });
      browserClient().setQueryData(categoryQuery(id).queryKey, { data });
      void refreshCategories();
      toastDone(data, "Category saved", data.path === path ? undefined : "The old URL redirects to the new one.");
      return data;
    },
    /** Creates a category, then opens the tree at it. */
    create: async (body: CategoryForm) => {
      const { data } = await call("POST /categories", { body });
      toastDone(data, `“${data.name}” added`);
      const parent = data.parent_id === null ? undefined : index.byId.get(data.parent_id);
      if (parent)
        setBranchesOpen(
          [...parent.ancestors, parent.category].map(({ id }) => id),
          true,
        );
      requestFocus(data.id);
      void refreshCategories();
      await leave(dashboardPaths.categories());
    },
  };
}
