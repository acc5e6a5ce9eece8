import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { findLink, focusCategory } from "#web/catalogue/categories/tree/tree-state.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { refreshCategories } from "./categories.queries.ts";
import { type CategoryIndex, type CategoryNode, nextFocus } from "./category-index.ts";

const DeleteForm = lazyComponent(() => import("./category-delete-form.tsx").then((part) => part.CategoryDeleteForm));

/**
 * Deletes a category: an empty one at once with undo, one with contents after a dialog. `onDeleted` is called afterwards.
 */
export const useDeleteCategory = (index: CategoryIndex, onDeleted?: () => void) => async (node: CategoryNode) => {
  const { id, name } = node.category;
  const focusAfter = nextFocus(index, node);
  let isDeleted = false;
  const finish = async () => {
    isDeleted = true;
    focusCategory(focusAfter);
    onDeleted?.();
    await refreshCategories();
  };
  try {
    const reply = await call("DELETE /categories/:id", { params: { id }, query: {} });
    await finish();
    toastDone(reply, `“${name}” deleted`, "It was empty.");
  } catch (problem) {
    const contents = contentsOf(problem);
    if (contents)
      openDialog({
        title: `Delete “${name}”?`,
        content: <DeleteForm index={index} node={node} contents={contents} onDeleted={finish} />,
        finalFocus: () => findLink(isDeleted ? focusAfter : id),
      });
    else {
      void refreshCategories();
      toast({ tone: "danger", title: `Couldn't delete “${name}”`, description: (problem as Error).message });
    }
  }
};

/** The direct contents of a category, from the problem that refused its deletion. */
function contentsOf(problem: unknown) {
  if (!(problem instanceof CallProblem) || problem.code !== "category_not_empty") return undefined;
  const { products = 0, children = 0 } = problem.details as { products?: number; children?: number };
  return { products, children };
}
