import { SearchX } from "lucide-react";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ancestorPath, type CategoryIndex, searchCategories } from "./category-index.ts";
import { MenuButton, RowName } from "./category-row.tsx";

/** Results rendered at most; a longer search text narrows them. */
const maxShown = 100;

/** The categories that match a search, each with its ancestors. */
export function CategorySearchResults({ index, name }: { index: CategoryIndex; name: string }) {
  const found = searchCategories(index, name);
  if (found.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No category fits"
        action={
          <ShopLink to={dashboardPaths.categories()} className={buttonLook()}>
            Show all categories
          </ShopLink>
        }
      >
        Look for another part of its name.
      </EmptyState>
    );
  return (
    <>
      <p role="status" className="pb-3 text-sm text-muted tabular-nums">
        {found.length > maxShown
          ? `The first ${maxShown} of ${found.length} categories. Type more of the name for the others.`
          : `${found.length} ${found.length === 1 ? "category" : "categories"}`}
      </p>
      <ul aria-label="Categories found" className="category-tree">
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
