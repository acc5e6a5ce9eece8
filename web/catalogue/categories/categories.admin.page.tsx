import { FolderTree, Upload } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { CategoryTree } from "#web/catalogue/categories/tree/category-tree.tsx";
import { closeAllBranches, useTreeState } from "#web/catalogue/categories/tree/tree-state.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { Kbd } from "#web/ui/text/kbd.tsx";
import { useCategoryIndex } from "./categories.queries.ts";

export default function CategoriesAdminPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const name = search.get("name")?.trim().slice(0, 100) || undefined;
  return (
    <AdminPage
      title="Categories"
      width="medium"
      exported={{ route: "GET /categories/export" }}
      actions={
        <>
          <ButtonLink to={dashboardPaths.categoryImport()} size="small" icon={<Upload />} label="Import…" />
          <AddLink />
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListSearch
          label="Search categories"
          placeholder="Name"
          name={name}
          onSearch={(words) =>
            void navigate(dashboardPaths.categories() + queryText({ name: words }), { replace: true })
          }
        />
        {!name && <CloseAll />}
      </div>
      <CategoryList name={name} />
    </AdminPage>
  );
}

function CategoryList({ name }: { name: string | undefined }) {
  const { data: index, error, refetch } = useCategoryIndex();
  if (!index && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!index) return <TreeSkeleton />;
  if (index.roots.length === 0)
    return (
      <EmptyState icon={<FolderTree />} title="No categories yet" action={<AddLink />}>
        Categories organize your products and make up the shop's menu. Add your first category or import a file.
      </EmptyState>
    );
  return (
    <>
      <CategoryTree index={index} name={name} />
      {!name && <Keys />}
    </>
  );
}

const AddLink = () => <CreateLink to={dashboardPaths.newCategory()}>Add category</CreateLink>;

function CloseAll() {
  const any = useTreeState(({ open }) => open.size > 0);
  return any ? (
    <Button size="small" look="ghost" onClick={closeAllBranches}>
      Collapse all
    </Button>
  ) : null;
}

const Keys = () => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted pointer-coarse:hidden max-md:hidden">
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> navigate
    </span>
    <span>
      <Kbd>→</Kbd> <Kbd>←</Kbd> expand, collapse
    </span>
    <span>
      <Kbd>Alt</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
    </span>
    <span>or drag a row by its handle</span>
  </p>
);

const TreeSkeleton = () => (
  <div role="status" className="category-tree">
    <span className="sr-only">Loading categories</span>
    {Array.from({ length: 10 }, (_, row) => (
      <div key={row} className="category-row ps-4">
        <Skeleton className="size-4" />
        <Skeleton className="size-9" />
        <Skeleton className="h-4 w-40" />
        <Skeleton className="ms-auto h-4 w-20" />
      </div>
    ))}
  </div>
);
