import { useQueryClient } from "@tanstack/react-query";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { openDialog } from "#web/ui/dialog-store.ts";
import { lazyPart } from "#web/ui/lazy.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { refreshCategories } from "./categories.queries.ts";
import { nextAfter, type Shelf, type Shelves } from "./category-index.ts";
import { wishFocus } from "./tree-state.ts";

const DeleteForm = lazyPart(() => import("./category-delete-form.tsx").then((part) => part.CategoryDeleteForm));

/**
 * Deletes a category. An empty one goes at once and can be brought back; for one that holds something a dialog asks first
 * what becomes of that. `onGone` hears when it is gone.
 */
export function useDeletion(shelves: Shelves, onGone?: () => void) {
  const client = useQueryClient();
  return async (shelf: Shelf) => {
    const { id, name } = shelf.category;
    const next = nextAfter(shelves, shelf);
    const gone = async () => {
      wishFocus(next);
      onGone?.();
      await refreshCategories(client);
    };
    try {
      const { data: before } = await call("GET /categories/:id", { params: { id } });
      await call("DELETE /categories/:id", { params: { id }, query: {} });
      await gone();
      const undo = () => void bringBack(before).finally(() => refreshCategories(client));
      toast({
        tone: "success",
        title: `“${name}” is deleted`,
        description: "It was empty.",
        action: { label: "Undo", onClick: undo },
      });
    } catch (problem) {
      const held = heldBy(problem);
      if (held)
        openDialog({
          title: `Delete “${name}”?`,
          content: <DeleteForm shelves={shelves} shelf={shelf} held={held} onGone={gone} />,
        });
      else {
        void refreshCategories(client);
        toast({ tone: "danger", title: `“${name}” was not deleted`, description: (problem as Error).message });
      }
    }
  };
}

/** What a category has in itself: the shop says so when it refuses to delete it just like that. */
function heldBy(problem: unknown) {
  if (!(problem instanceof CallProblem) || problem.code !== "category_not_empty") return undefined;
  const { products = 0, children = 0 } = problem.details as { products?: number; children?: number };
  return { products, children };
}

async function bringBack({ name, slug, parent_id, position, description, is_active, image }: CategoryDetails) {
  const body = { name, slug, parent_id, position, description, is_active, image_id: image?.id ?? null };
  try {
    const { data } = await call("POST /categories", { body });
    wishFocus(data.id);
    toast({ tone: "success", title: `“${name}” is back` });
  } catch (problem) {
    toast({ tone: "danger", title: `“${name}” could not be brought back`, description: (problem as Error).message });
  }
}
