import { ArrowDown, ArrowUp, ChevronRight, Ellipsis, EyeOff, FolderClosed, GripVertical } from "lucide-react";
import { memo, type Ref, useState } from "react";
import type { AdminCategory } from "#contract/catalogue/categories.ts";
import type { Image } from "#contract/images.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Button, IconButton, useReadOnly } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { useDragState } from "./tree-drag.tsx";
import { focusIfRequested, useTreeState } from "./tree-state.ts";
import "./category-tree.css";

type LevelProps = { of: AdminCategory[]; label: string; depth: number; isHidden: boolean };

/** The categories of one level; children are rendered only while their parent is open. */
export const CategoryLevel = memo(function CategoryLevel({ of, label, depth, isHidden }: LevelProps) {
  const { isShown, show } = useChunks(of);
  return (
    <ul aria-label={label}>
      {of.map((category, index) => {
        const chunk = Math.floor(index / chunkSize);
        if (isShown(chunk))
          return (
            <CategoryBranch
              key={category.id}
              category={category}
              isFirst={index === 0}
              isLast={index === of.length - 1}
              depth={depth}
              isHidden={isHidden}
            />
          );
        return index % chunkSize === 0 && isShown(chunk - 1) ? (
          <li key={category.id} className="p-2">
            <Button size="small" onClick={() => show(chunk)}>
              Show more from {category.name}
            </Button>
          </li>
        ) : null;
      })}
    </ul>
  );
});

/** Rows rendered together: a flat tree has thousands. */
const chunkSize = 200;

/** The chunks of a level that are rendered: the first, those shown on request, and those of open branches. */
function useChunks(of: AdminCategory[]) {
  const [shown, setShown] = useState<readonly number[]>([0]);
  const needed = useTreeState(({ open, revealedId }) =>
    of.length > chunkSize
      ? of.flatMap(({ id }, at) => (id === revealedId || open.has(id) ? Math.floor(at / chunkSize) : [])).join()
      : "",
  );
  const missing = needed.split(",").filter((chunk) => chunk !== "" && !shown.includes(Number(chunk)));
  if (missing.length > 0) setShown([...shown, ...new Set(missing.map(Number))]);
  return { isShown: (chunk: number) => shown.includes(chunk), show: (chunk: number) => setShown([...shown, chunk]) };
}

type BranchProps = Omit<LevelProps, "of" | "label"> & { category: AdminCategory; isFirst: boolean; isLast: boolean };

/** A row and, when open, its children. Buttons carry `data-act`; the tree handles their clicks. */
const CategoryBranch = memo(function CategoryBranch({ category, isFirst, isLast, depth, isHidden }: BranchProps) {
  const { id, name, subfolder } = category;
  const isOpen = useTreeState(({ open }) => open.has(id)) && subfolder.length > 0;
  const { isDragged, drop } = useDragState(id);
  const isReadOnly = useReadOnly();
  return (
    <li className="category-branch">
      <div
        data-row={id}
        data-drop={drop}
        className={classes("category-row group", isDragged && "opacity-50")}
        style={{ "--depth": depth } as object}
      >
        {!isReadOnly && (
          <span data-grip title="Drag to move" aria-hidden="true" className={gripLook}>
            <GripVertical className="size-4" />
          </span>
        )}
        <ExpandButton category={category} isOpen={isOpen} />
        <RowName category={category} isHidden={isHidden} linkRef={focusIfRequested(id)} />
        <span className="flex max-md:hidden">
          <MoveButton to="up" name={name} disabled={isFirst} />
          <MoveButton to="down" name={name} disabled={isLast} />
        </span>
        <MenuButton name={name} />
      </div>
      {isOpen && (
        <CategoryLevel
          of={subfolder}
          label={`Subcategories of ${name}`}
          depth={depth + 1}
          isHidden={isHidden || !category.is_active}
        />
      )}
    </li>
  );
});

const MoveButton = ({ to, name, disabled }: { to: "up" | "down"; name: string; disabled: boolean }) => (
  <IconButton
    writes
    label={`Move ${name} ${to}`}
    icon={to === "up" ? <ArrowUp /> : <ArrowDown />}
    size="small"
    data-act={to}
    aria-disabled={disabled}
    className={hoverOnly}
  />
);

const ExpandButton = ({ category: { name, subfolder }, isOpen }: { category: AdminCategory; isOpen: boolean }) =>
  subfolder.length > 0 ? (
    <button
      type="button"
      data-act="toggle"
      aria-expanded={isOpen}
      aria-label={`Subcategories of ${name}`}
      className={
        "touch-target grid size-8 shrink-0 place-items-center rounded-sm text-muted transition-colors " +
        "hover:bg-sunken hover:text-ink"
      }
    >
      <ChevronRight className={classes("size-4 transition-transform duration-(--quick)", isOpen && "rotate-90")} />
    </button>
  ) : (
    <span className="size-8 shrink-0" />
  );

type NameProps = {
  category: AdminCategory;
  isHidden: boolean;
  /** The names of its ancestors, in search results. */
  path?: string;
  linkRef?: Ref<HTMLAnchorElement>;
};

/** Image, name, hidden badge and product count. */
export const RowName = ({ category, isHidden, path, linkRef }: NameProps) => {
  const { id, name, is_active, product_count, image } = category;
  return (
    <>
      <CategoryThumbnail image={image} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="min-w-0 sm:flex-1">
          {path && <span className="block truncate text-xs text-muted">{path}</span>}
          <span className="flex min-w-0 items-center gap-2">
            <ShopLink
              ref={linkRef}
              to={dashboardPaths.category(id)}
              data-link
              className={classes(
                "touch-target min-w-0 rounded-sm py-0.5 text-sm font-medium underline-offset-4 hover:underline",
                (isHidden || !is_active) && "text-muted",
              )}
            >
              <span className="block truncate">{name}</span>
            </ShopLink>
            {!is_active && (
              <Badge>
                <EyeOff /> Hidden
              </Badge>
            )}
            {is_active && isHidden && (
              <span className="text-xs text-muted">
                <span className="max-sm:sr-only">Hidden by parent</span>
              </span>
            )}
          </span>
        </span>
        <span className="text-xs text-muted tabular-nums sm:text-sm">
          {product_count} {product_count === 1 ? "product" : "products"}
        </span>
      </span>
    </>
  );
};

/** The category's image, or a folder icon. */
export const CategoryThumbnail = ({ image }: { image: Image | null }) => (
  <span
    aria-hidden="true"
    className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-muted"
  >
    {image ? <ResponsiveImage image={image} sizes="36px" alt="" /> : <FolderClosed className="size-4" />}
  </span>
);

export const MenuButton = ({ name }: { name: string }) => (
  <IconButton
    writes
    label={`Actions for ${name}`}
    icon={<Ellipsis />}
    size="small"
    data-act="menu"
    aria-haspopup="dialog"
    className="text-muted"
  />
);

const gripLook =
  "-me-1 grid h-8 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-control " +
  "opacity-0 transition-opacity group-hover:opacity-100 active:cursor-grabbing " +
  "pointer-coarse:opacity-100 max-sm:pointer-fine:hidden";

const hoverOnly =
  "text-muted md:pointer-fine:opacity-0 md:pointer-fine:group-hover:opacity-100 " +
  "md:pointer-fine:group-focus-within:opacity-100 aria-disabled:*:opacity-30";
