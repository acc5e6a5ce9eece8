import type { CallProblem } from "#web/api/call-problem.ts";
import { toast } from "#web/ui/toast-store.ts";
import { useLatestShelves, useMove } from "./categories.queries.ts";
import { childrenOf, type Landing, type Shelf, type Shelves } from "./category-index.ts";
import { setOpen, wishFocus } from "./tree-state.ts";

/** The moves of a tree's rows. Each says what it did, and offers the way back where that is not the button beside it. */
export function useMoves(shelves: Shelves, tell: (words: string) => void) {
  const move = useMove();
  const latest = useLatestShelves();
  const place = (shelf: Shelf, to: Landing, onDone: () => void) => {
    const { id, name } = shelf.category;
    wishFocus(id);
    move
      .mutateAsync({ id, to })
      .then(onDone, ({ message }: CallProblem) =>
        toast({ tone: "danger", title: `“${name}” was not moved`, description: message }),
      );
  };
  return {
    /** Puts a category one place up (-1) or down (1) among its siblings. */
    step: (drawn: Shelf, by: -1 | 1) => {
      const shelf = latest().byId.get(drawn.category.id) ?? drawn;
      const position = shelf.index + by;
      if (position < 0 || position >= shelf.siblings) return;
      const { name } = shelf.category;
      place(shelf, { parent_id: shelf.parent_id, position }, () =>
        tell(`${name} is number ${position + 1} of ${shelf.siblings}`),
      );
    },
    /** Puts a category anywhere else; what it is put into opens. */
    put: (shelf: Shelf, to: Landing) => {
      const parent = to.parent_id === null ? undefined : shelves.byId.get(to.parent_id)?.category.name;
      const { name } = shelf.category;
      if (to.parent_id !== null) setOpen([to.parent_id], true);
      place(shelf, to, () =>
        toast({
          tone: "success",
          title: to.parent_id === shelf.parent_id ? `“${name}” has another place` : movedWords(name, parent),
          action: {
            label: "Undo",
            onClick: () => place(shelf, wayBack(shelf), () => tell(`${name} is back where it was`)),
          },
        }),
      );
    },
  };
}

const movedWords = (name: string, parent: string | undefined) =>
  parent === undefined ? `“${name}” is at the top now` : `“${name}” is in “${parent}” now`;

const wayBack = (shelf: Shelf): Landing => ({ parent_id: shelf.parent_id, position: shelf.index });

/** The last place below a category, or at the top. */
export const lastPlace = (shelves: Shelves, parentId: number | null, id: number): Landing => ({
  parent_id: parentId,
  position: childrenOf(shelves, parentId).filter((one) => one.id !== id).length,
});
