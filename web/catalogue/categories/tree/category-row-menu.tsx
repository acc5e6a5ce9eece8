import { ArrowDown, ArrowUp, ExternalLink, FolderInput, FolderPlus, ListTree, Pencil, Trash2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Link } from "react-router";
import type { CategoryNode } from "#web/catalogue/categories/category-index.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";

export type RowAction = "up" | "down" | "move" | "delete" | "show";

type Props = {
  node: CategoryNode | undefined;
  /** The row's button, focused again afterwards. */
  anchor: RefObject<HTMLElement | null>;
  /** The row is a search result, so its siblings are not shown. */
  isFound: boolean;
  onAct: (act: RowAction, node: CategoryNode) => void;
  onClose: () => void;
};

/** The actions of a category; one menu, shown at the row whose button was pressed. */
export function RowMenu({ node, anchor, isFound, onAct, onClose }: Props) {
  if (!node) return null;
  const { category, position, siblings } = node;
  const act = (which: RowAction) => () => {
    onClose();
    onAct(which, node);
  };
  return (
    <Popover
      open
      anchor={anchor}
      align="end"
      label={`Actions for ${category.name}`}
      onClose={onClose}
      className="w-60 p-2"
    >
      <ul>
        <Entry icon={<Pencil />} to={dashboardPaths.category(category.id)} label="Edit" />
        <Entry icon={<FolderPlus />} to={dashboardPaths.newCategory(category.id)} label="Add subcategory" />
        {!node.isHidden && (
          <Entry icon={<ExternalLink />} to={paths.products({ category: category.path })} label="View in shop" />
        )}
      </ul>
      <ul className="mt-2 border-t border-hairline pt-2">
        {isFound ? (
          <Entry icon={<ListTree />} label="Show in tree" onPress={act("show")} />
        ) : (
          <>
            {position > 0 && <Entry icon={<ArrowUp />} label="Move up" onPress={act("up")} />}
            {position < siblings - 1 && <Entry icon={<ArrowDown />} label="Move down" onPress={act("down")} />}
          </>
        )}
        <Entry icon={<FolderInput />} label="Move…" onPress={act("move")} />
        <Entry icon={<Trash2 />} label="Delete…" onPress={act("delete")} danger />
      </ul>
    </Popover>
  );
}

type EntryProps = { icon: ReactNode; label: string; danger?: boolean } & (
  | { to: string; onPress?: never }
  | { to?: never; onPress: () => void }
);

const Entry = ({ icon, label, to, onPress, danger = false }: EntryProps) => (
  <li>
    {to === undefined ? (
      <button type="button" onClick={onPress} className={`${entry} ${danger ? "text-danger" : ""}`}>
        {icon} {label}
      </button>
    ) : (
      <Link to={to} className={entry}>
        {icon} {label}
      </Link>
    )}
  </li>
);

const entry = "menu-row min-h-9 [&_svg]:size-4 [&_svg]:text-muted";
