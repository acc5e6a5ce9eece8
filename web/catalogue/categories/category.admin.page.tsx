import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";
import { NewTabLink } from "#web/ui/admin/admin-page.tsx";
import { RecordForm } from "#web/ui/admin/record-form.tsx";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { combineResults, onlyFresh } from "#web/ui/feedback/loaded.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ImageField } from "#web/ui/forms/fields/image-field.tsx";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { useCategory, useCategoryIndex } from "./categories.queries.ts";
import { categoryFieldLabels, describeField } from "./category-fields.ts";
import { ParentField, TextFields, VisibilityField } from "./category-form-fields.tsx";
import type { CategoryIndex } from "./category-index.ts";
import { RulesSection } from "./rules-section.tsx";
import { useCategoryForm } from "./use-category-form.ts";
import { useDeleteCategory } from "./use-delete-category.tsx";

export default function CategoryAdminPage() {
  const { category_id } = useParams();
  const parent = useSearchParams()[0].get("parent");
  return category_id === undefined ? (
    <NewCategory key={parent} parentId={Number(parent) || null} />
  ) : (
    <ExistingCategory key={category_id} id={Number(category_id)} />
  );
}

const NewCategory = ({ parentId }: { parentId: number | null }) => (
  <RecordPage result={useCategoryIndex()} noun="Category" titleOf={() => "Add category"} list={list}>
    {(index) => {
      const parent = parentId === null ? undefined : index.byId.get(parentId);
      const above = parent ? [...parent.ancestors, parent.category] : [];
      return (
        <>
          <Breadcrumbs crumbs={[categories, ...above.map(crumb), { label: "Add category" }]} />
          <CategoryEditor
            index={index}
            category={undefined}
            parentId={parent?.category.id ?? null}
            heading={<h1 className="text-2xl">Add category</h1>}
          />
        </>
      );
    }}
  </RecordPage>
);

function ExistingCategory({ id }: { id: number }) {
  const result = combineResults(onlyFresh(useCategory(id)), useCategoryIndex());
  return (
    <RecordPage result={result} noun="Category" titleOf={([{ name }]) => name} list={list}>
      {([category, index]) => <LoadedCategory category={category} index={index} />}
    </RecordPage>
  );
}

function LoadedCategory({ category, index }: { category: CategoryDetails; index: CategoryIndex }) {
  const node = index.byId.get(category.id);
  return (
    <>
      <Breadcrumbs crumbs={[categories, ...(node?.ancestors ?? []).map(crumb), { label: category.name }]} />
      <CategoryEditor
        index={index}
        category={category}
        parentId={category.parent_id}
        heading={
          <div className="grid gap-2">
            <h1 className="text-2xl">{category.name}</h1>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
              {node?.isHidden ? <Badge>Hidden</Badge> : <Badge>Visible</Badge>}
              <span className="tabular-nums">
                {category.product_count} {category.product_count === 1 ? "product" : "products"}
              </span>
              {node && !node.isHidden && (
                <NewTabLink href={paths.products({ category: category.path })}>View in shop</NewTabLink>
              )}
            </p>
          </div>
        }
        foot={node && <DeleteButton index={index} id={category.id} />}
      />
    </>
  );
}

function DeleteButton({ index, id }: { index: CategoryIndex; id: number }) {
  const leave = useLeavePage();
  const remove = useDeleteCategory(index, () => void leave(dashboardPaths.categories()));
  const node = index.byId.get(id);
  return (
    node && (
      <Button size="small" look="ghost" className="w-fit" onClick={() => void remove(node)}>
        <span className="text-danger">Delete category…</span>
      </Button>
    )
  );
}

const list = { label: "All categories", to: dashboardPaths.categories() };
const categories = { label: "Categories", href: dashboardPaths.categories() };
const crumb = ({ id, name }: { id: number; name: string }) => ({ label: name, href: dashboardPaths.category(id) });

type Props = {
  index: CategoryIndex;
  /** Undefined creates a category below `parentId`. */
  category: CategoryDetails | undefined;
  parentId: number | null;
  heading: ReactNode;
  foot?: ReactNode;
};

/** The form of a category; leaving with unsaved changes asks first. */
function CategoryEditor({ index, category, parentId, heading, foot }: Props) {
  const saving = useCategoryForm(index, category, parentId);
  const { form } = saving;
  return (
    <RecordForm
      noun="category"
      state={saving}
      labels={categoryFieldLabels}
      describe={(field, value) => describeField(field, value, index)}
      heading={heading}
      create={category ? undefined : { action: "Add category", cancel: dashboardPaths.categories() }}
      busy={saving.isUploading}
    >
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <CardSection title="Details">
            <TextFields form={form} saving={saving} index={index} category={category} />
          </CardSection>
          <RulesSection form={form} currency={saving.currency} />
          <CardSection title="Image">
            <ImageField
              label="Image"
              hint="Square images look best."
              alt="Category image"
              image={form.watch("image")}
              onImage={(image) => form.setValue("image", image, { shouldDirty: true })}
              onBusy={saving.setUploading}
            />
          </CardSection>
        </div>
        <div className="grid gap-5">
          <CardSection title="Visibility">
            <VisibilityField form={form} index={index} />
          </CardSection>
          <CardSection title="Parent category">
            <ParentField form={form} index={index} ownId={category?.id} />
          </CardSection>
        </div>
      </div>
      {foot}
    </RecordForm>
  );
}
