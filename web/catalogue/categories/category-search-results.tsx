import { SearchX } from "lucide-react";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { named, type Shelves, wayTo } from "./category-index.ts";
import { MenuButton, RowName } from "./category-row.tsx";

/** More than anybody reads: who wants others types another letter. */
const most = 100;

/** The categories with a name that was looked for, each with what is above it. */
export function CategoryMatches({ shelves, name }: { shelves: Shelves; name: string }) {
  const found = named(shelves, name);
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
        {found.length > most
          ? `The first ${most} of ${found.length} categories. Type more of the name for the others.`
          : `${found.length} ${found.length === 1 ? "category" : "categories"}`}
      </p>
      <ul aria-label="Categories found" className="category-tree">
        {found.slice(0, most).map((shelf) => (
          <li key={shelf.category.id} className="category-branch">
            <div data-row={shelf.category.id} className="category-row group ps-3">
              <RowName category={shelf.category} isHidden={shelf.isHidden} way={wayTo(shelf)} />
              <MenuButton name={shelf.category.name} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
