import { latestCategoryIndex, useMoveCategory } from "#web/catalogue/categories/categories.queries.ts";
import {
  type CategoryIndex,
  type CategoryNode,
  childrenOf,
  type TreePosition,
} from "#web/catalogue/categories/category-index.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { focusCategory, setBranchesOpen } from "./tree-state.ts";

/** The move actions of the tree: each announces its result and offers undo where needed. */
export function useMoveActions(index: CategoryIndex, announce: (message: string) => void) {
  const move = useMoveCategory();
  const moveAndAnnounce = (node: CategoryNode, to: TreePosition, onDone: () => void) => {
    const { id, name } = node.category;
    move.mutateAsync({ id, to }).then(onDone, toastProblem(`Couldn't move “${name}”`));
  };
  return {
    /** Moves a category up (-1) or down (1) among its siblings. */
    moveBy: (rendered: CategoryNode, by: -1 | 1) => {
      const node = latestCategoryIndex().byId.get(rendered.category.id) ?? rendered;
      const position = node.position + by;
      if (position < 0 || position >= node.siblings) return;
      const { name } = node.category;
      moveAndAnnounce(node, { parent_id: node.parent_id, position }, () =>
        announce(`${name} moved to position ${position + 1} of ${node.siblings}`),
      );
    },
    /** Moves a category anywhere and opens its new parent. */
    moveTo: (node: CategoryNode, to: TreePosition) => {
      const parent = to.parent_id === null ? undefined : index.byId.get(to.parent_id)?.category.name;
      const { name } = node.category;
      if (to.parent_id !== null) setBranchesOpen([to.parent_id], true);
      moveAndAnnounce(node, to, () => {
        // In another branch the row is a new element, so its focus is lost.
        if (document.activeElement === document.body) focusCategory(node.category.id);
        toast({
          tone: "success",
          title: to.parent_id === node.parent_id ? `“${name}” moved` : movedTitle(name, parent),
          action: {
            label: "Undo",
            onClick: () => moveAndAnnounce(node, positionOf(node), () => announce(`${name} is back where it was`)),
          },
        });
      });
    },
  };
}

const movedTitle = (name: string, parent: string | undefined) =>
  parent === undefined ? `“${name}” moved to the top level` : `“${name}” moved to “${parent}”`;

const positionOf = (node: CategoryNode): TreePosition => ({ parent_id: node.parent_id, position: node.position });

/** The last position below a category, or at the top level. */
export const lastPosition = (index: CategoryIndex, parentId: number | null, id: number): TreePosition => ({
  parent_id: parentId,
  position: childrenOf(index, parentId).filter((one) => one.id !== id).length,
});
