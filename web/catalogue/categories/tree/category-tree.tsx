import { SearchX } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  ancestorPath,
  type CategoryIndex,
  type CategoryNode,
  searchCategories,
} from "#web/catalogue/categories/category-index.ts";
import { useDeleteCategory } from "#web/catalogue/categories/use-delete-category.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { CategoryLevel, MenuButton, RowName } from "./category-row.tsx";
import { type RowAction, RowMenu } from "./category-row-menu.tsx";
import { DragLabel, useTreeDrag } from "./tree-drag.tsx";
import { findLink, requestFocus, setBranchesOpen, useTreeState } from "./tree-state.ts";
import { useMoveActions } from "./use-move-actions.ts";

const MoveForm = lazyComponent(() =>
  import("#web/catalogue/categories/category-move-form.tsx").then((part) => part.CategoryMoveForm),
);

/** The categories as a tree, or as search results, with their actions. */
export function CategoryTree({ index, name }: { index: CategoryIndex; name: string | undefined }) {
  const [announcement, setAnnouncement] = useState("");
  const [menuId, setMenuId] = useState<number>();
  const anchor = useRef<HTMLElement>(null);
  const actions = useMoveActions(index, setAnnouncement);
  const drag = useTreeDrag(index, actions.moveTo);
  const act = useRowActions(index, actions);

  const press = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>("[data-act]");
    const node = nodeAt(index, button);
    if (!button || !node) return;
    const { id } = node.category;
    if (button.dataset.act === "toggle") return setBranchesOpen([id], !useTreeState.getState().open.has(id));
    if (button.dataset.act !== "menu") return act(button.dataset.act as RowAction, node);
    anchor.current = button;
    setMenuId(menuId === id ? undefined : id);
  };
  const keyPress = (event: KeyboardEvent<HTMLElement>) => {
    const node = nodeAt(index, event.target as Element);
    const moveBy = moveStep(event);
    if (node && moveBy && !name) {
      event.preventDefault();
      actions.moveBy(node, moveBy);
    } else if (node) handleTreeKey(event, node);
  };
  return (
    // One handler for the buttons of all rows, as there may be hundreds.
    <div {...drag} onClick={press} onKeyDown={keyPress}>
      {name ? (
        <CategorySearchResults index={index} name={name} />
      ) : (
        <div className="category-tree">
          <CategoryLevel of={index.roots} label="Categories" depth={0} isHidden={false} />
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <RowMenu
        node={menuId === undefined ? undefined : index.byId.get(menuId)}
        anchor={anchor}
        isFound={Boolean(name)}
        onAct={act}
        onClose={() => setMenuId(undefined)}
      />
      <DragLabel index={index} />
    </div>
  );
}

function useRowActions(index: CategoryIndex, actions: ReturnType<typeof useMoveActions>) {
  const navigate = useNavigate();
  const remove = useDeleteCategory(index);
  return (act: RowAction, node: CategoryNode) => {
    if (act === "up" || act === "down") actions.moveBy(node, act === "up" ? -1 : 1);
    else if (act === "delete") void remove(node);
    else if (act === "move")
      openDialog({
        title: `Move “${node.category.name}”`,
        content: <MoveForm index={index} node={node} />,
        finalFocus: () => findLink(node.category.id),
      });
    else {
      setBranchesOpen(
        node.ancestors.map(({ id }) => id),
        true,
      );
      requestFocus(node.category.id);
      void navigate(dashboardPaths.categories());
    }
  };
}

function nodeAt({ byId }: CategoryIndex, inside: Element | null) {
  const row = inside?.closest<HTMLElement>("[data-row]");
  return row ? byId.get(Number(row.dataset.row)) : undefined;
}

/** Results rendered at most; a longer search text narrows them. */
const maxShown = 100;

/** The categories that match a search, each with its ancestors. */
function CategorySearchResults({ index, name }: { index: CategoryIndex; name: string }) {
  const found = searchCategories(index, name);
  if (found.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No categories found"
        action={<ButtonLink to={dashboardPaths.categories()} label="Show all categories" />}
      >
        Try another name.
      </EmptyState>
    );
  return (
    <>
      <p role="status" className="pb-3 text-sm text-muted tabular-nums">
        {found.length > maxShown
          ? `Showing ${maxShown} of ${found.length} categories. Enter more of the name to narrow the list.`
          : `${found.length} ${found.length === 1 ? "category" : "categories"}`}
      </p>
      <ul aria-label="Search results" className="category-tree">
        {found.slice(0, maxShown).map((node) => (
          <li key={node.category.id} className="category-branch">
            <div data-row={node.category.id} className="category-row group ps-3">
              <RowName category={node.category} isHidden={node.isHidden} path={ancestorPath(node)} />
              <MenuButton name={node.category.name} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** -1 or 1 for Alt with arrow up or down, which moves the category. */
function moveStep({ altKey, key }: KeyboardEvent): -1 | 1 | undefined {
  if (!altKey) return undefined;
  return key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined;
}

/** Arrow keys between rows; right opens or enters a branch, left closes or leaves it. Only from the name of a row. */
function handleTreeKey(event: KeyboardEvent<HTMLElement>, node: CategoryNode) {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest("[data-link], [data-act=toggle]")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-link]")];
  const row = target.closest("[data-row]");
  const at = links.findIndex((link) => row?.contains(link));
  const { id, subfolder } = node.category;
  const isOpen = useTreeState.getState().open.has(id) && subfolder.length > 0;
  const goTo = (place: number) => links.at(place)?.focus();
  const keys: Record<string, () => void> = {
    ArrowDown: () => at < links.length - 1 && goTo(at + 1),
    ArrowUp: () => at > 0 && goTo(at - 1),
    Home: () => goTo(0),
    End: () => goTo(-1),
    ArrowRight: () => (isOpen ? goTo(at + 1) : setBranchesOpen([id], subfolder.length > 0)),
    ArrowLeft: () => (isOpen ? setBranchesOpen([id], false) : findLink(node.parent_id)?.focus()),
  };
  const go = keys[event.key];
  if (!go) return;
  event.preventDefault();
  go();
}
