import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { openDialog } from "#web/ui/dialog-store.ts";
import { lazyPart } from "#web/ui/lazy.tsx";
import type { Shelf, Shelves } from "./category-index.ts";
import { CategoryLevel } from "./category-row.tsx";
import { type RowAct, RowMenu } from "./category-row-menu.tsx";
import { CategoryMatches } from "./category-search-results.tsx";
import { DraggedLabel, useDragging } from "./tree-drag.tsx";
import { stepOf, walkTree } from "./tree-keys.ts";
import { setOpen, useDesk, wishFocus } from "./tree-state.ts";
import { useDeletion } from "./use-delete-category.tsx";
import { useMoves } from "./use-move-actions.ts";

const MoveForm = lazyPart(() => import("./category-move-form.tsx").then((part) => part.CategoryMoveForm));

/** The categories of the shop, as a tree or as those with a name; with all that can be done to them from here. */
export function CategoryTree({ shelves, name }: { shelves: Shelves; name: string | undefined }) {
  const [told, tell] = useState("");
  const [menuId, setMenuId] = useState<number>();
  const anchor = useRef<HTMLElement>(null);
  const moves = useMoves(shelves, tell);
  const drag = useDragging(shelves, moves.put);
  const act = useActs(shelves, moves);
  useWishedFocus();

  const press = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>("[data-act]");
    const shelf = shelfOf(shelves, button);
    if (!button || !shelf) return;
    const { id } = shelf.category;
    if (button.dataset.act === "toggle") return setOpen([id], !useDesk.getState().open.has(id));
    if (button.dataset.act !== "menu") return act(button.dataset.act as RowAct, shelf);
    anchor.current = button;
    setMenuId(menuId === id ? undefined : id);
  };
  const keyPress = (event: KeyboardEvent<HTMLElement>) => {
    const shelf = shelfOf(shelves, event.target as Element);
    const step = stepOf(event);
    if (shelf && step && !name) {
      event.preventDefault();
      moves.step(shelf, step);
    } else if (shelf) walkTree(event, shelf);
  };
  return (
    // What is pressed are the buttons in it: one ear for all of them, as there may be hundreds.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div {...drag} onClick={press} onKeyDown={keyPress}>
      {name ? (
        <CategoryMatches shelves={shelves} name={name} />
      ) : (
        <div className="category-tree">
          <CategoryLevel of={shelves.tops} label="Categories" depth={0} isHidden={false} />
        </div>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      <RowMenu
        shelf={menuId === undefined ? undefined : shelves.byId.get(menuId)}
        anchor={anchor}
        isFound={Boolean(name)}
        onAct={act}
        onClose={() => setMenuId(undefined)}
      />
      <DraggedLabel shelves={shelves} />
    </div>
  );
}

function useActs(shelves: Shelves, moves: ReturnType<typeof useMoves>) {
  const navigate = useNavigate();
  const remove = useDeletion(shelves);
  return (act: RowAct, shelf: Shelf) => {
    if (act === "up" || act === "down") moves.step(shelf, act === "up" ? -1 : 1);
    else if (act === "delete") void remove(shelf);
    else if (act === "move")
      openDialog({
        title: `Move “${shelf.category.name}”`,
        content: <MoveForm shelves={shelves} shelf={shelf} />,
      });
    else {
      setOpen(
        shelf.above.map(({ id }) => id),
        true,
      );
      wishFocus(shelf.category.id);
      void navigate(dashboardPaths.categories());
    }
  };
}

function shelfOf({ byId }: Shelves, inside: Element | null) {
  const row = inside?.closest<HTMLElement>("[data-row]");
  return row ? byId.get(Number(row.dataset.row)) : undefined;
}

const lookMs = 50;
const patience = 30;

/**
 * Gives the focus to the category that is to have it, once it is there and nothing else has the focus but the page one has
 * come to: a row that was moved or a dialog that is closing lets go of it at a time of its own.
 */
function useWishedFocus() {
  const wish = useDesk((desk) => desk.wish);
  useEffect(() => {
    if (wish === null) return;
    let looks = 0;
    const timer = setInterval(() => {
      const link = document.querySelector<HTMLElement>(`[data-row="${wish}"] [data-link]`);
      const isFree = document.activeElement?.matches("body, main") ?? true;
      if (link && isFree) link.focus();
      if (link && (isFree || ++looks > patience)) wishFocus(null);
    }, lookMs);
    return () => clearInterval(timer);
  }, [wish]);
}
