import { type KeyboardEvent, type ReactNode, useCallback } from "react";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { EditableFields } from "#web/ui/forms/editable-fields.tsx";
import { ImageField } from "#web/ui/forms/fields/image-field.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved-changes.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ParentField, TextFields, VisibilityField } from "./category-form-fields.tsx";
import type { CategoryIndex } from "./category-index.ts";
import { RulesSection } from "./rules-section.tsx";
import { type CategoryFormState, useCategoryForm } from "./use-category-form.ts";

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
  const { form, isBusy } = saving;
  const { isDirty } = form.formState;
  const isReadOnly = useReadOnly();
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isBusy && !isReadOnly) void saving.save();
  };
  const ends = <FormEnds isNew={!category} isDirty={isDirty} isBusy={isBusy} onDiscard={() => saving.discard()} />;
  return (
    // Ctrl+S anywhere in the form saves it.
    <form noValidate aria-label="Category" className="grid gap-5" onSubmit={saving.save} onKeyDown={onKeyDown}>
      <EditableFields>
        <header className="flex flex-wrap items-start justify-between gap-4">
          {heading}
          <div className="max-md:hidden">{ends}</div>
        </header>
        <SaveProblems saving={saving} />
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
        <div className="md:hidden">{ends}</div>
        {foot}
      </EditableFields>
    </form>
  );
}

type EndProps = { isNew: boolean; isDirty: boolean; isBusy: boolean; onDiscard: () => void };

const FormEnds = ({ isNew, isDirty, isBusy, onDiscard }: EndProps) => (
  <div className="flex flex-wrap items-center justify-end gap-3">
    {isDirty && <span className="text-sm text-muted">Unsaved changes</span>}
    {isNew ? (
      <ShopLink to={dashboardPaths.categories()} className={buttonLook({ size: "small" })}>
        Cancel
      </ShopLink>
    ) : (
      isDirty && (
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      )
    )}
    <Button type="submit" size="small" look="primary" busy={isBusy}>
      {isNew ? "Add category" : "Save"}
    </Button>
  </div>
);

/** Why it was not saved, and the fields somebody else changed meanwhile. */
function SaveProblems({ saving }: { saving: CategoryFormState }) {
  const { problem, conflict } = saving;
  return (
    <div role="alert" className="grid gap-3 empty:hidden">
      {problem && (
        <Banner tone="danger" title="Couldn't save category">
          {problem}
        </Banner>
      )}
      {conflict && (
        <Banner tone="warning" title="Someone else has changed this category">
          <p>
            Fields you didn't edit show the latest version.{" "}
            {conflict.length > 0
              ? "You both changed the fields below. Save to keep your changes, or use theirs."
              : "Your changes are still here. Review them, then save again."}
          </p>
          {conflict.length > 0 && (
            <ul className="mt-2 grid gap-2">
              {conflict.map(({ field, label, theirs }) => (
                <li key={field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span>
                    {label}: <strong>{theirs}</strong>
                  </span>
                  <Button size="small" onClick={() => saving.takeTheirs(field)}>
                    Use theirs <span className="sr-only">for {label}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </div>
  );
}
