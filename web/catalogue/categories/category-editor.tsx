import type { ReactNode } from "react";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordForm } from "#web/ui/admin/record-form.tsx";
import { ImageField } from "#web/ui/forms/fields/image-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { categoryFieldLabels, describeField } from "./category-fields.ts";
import { ParentField, TextFields, VisibilityField } from "./category-form-fields.tsx";
import type { CategoryIndex } from "./category-index.ts";
import { RulesSection } from "./rules-section.tsx";
import { useCategoryForm } from "./use-category-form.ts";

type Props = {
  index: CategoryIndex;
  /** Undefined creates a category below `parentId`. */
  category: CategoryDetails | undefined;
  parentId: number | null;
  heading: ReactNode;
  foot?: ReactNode;
};

/** The form of a category; leaving with unsaved changes asks first. */
export function CategoryEditor({ index, category, parentId, heading, foot }: Props) {
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
