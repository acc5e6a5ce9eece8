import type { UseFormReturn } from "react-hook-form";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FieldError, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { CategoryChoice } from "./category-choice.tsx";
import type { CategoryFields } from "./category-fields.ts";
import { type CategoryIndex, fullPath, isSelfOrDescendant } from "./category-index.ts";
import type { CategoryFormState } from "./use-category-form.ts";

type Form = { form: UseFormReturn<CategoryFields>; index: CategoryIndex };
type TextProps = Form & { saving: CategoryFormState; category: CategoryDetails | undefined };

export function TextFields({ form, index, saving, category }: TextProps) {
  const { setValue } = form;
  return (
    <div className="grid gap-5">
      <TextField
        label="Name"
        maxLength={120}
        {...registerField(form, "name", {
          validate: (name) => name.trim() !== "" || "Name required",
          onChange: ({ target }) => saving.followsName && setValue("slug", slugify(target.value)),
        })}
      />
      <AddressField {...{ form, index, saving, category }} />
      <TextAreaField
        label="Description"
        optional
        rows={4}
        maxLength={5000}
        hint="Shown above the products and to search engines."
        {...registerField(form, "description")}
      />
    </div>
  );
}

/** The slug and the URL it makes. */
function AddressField({ form, index, saving, category }: TextProps) {
  const { setValue, watch } = form;
  const parent = index.byId.get(watch("parent_id") ?? 0)?.category;
  const fromName = slugify(watch("name"));
  const path = [parent?.path, slugify(watch("slug")) || fromName || "…"].filter(Boolean).join("/");
  return (
    <div className="grid gap-1.5">
      <TextField
        label="URL handle"
        optional
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        hint={saving.followsName ? "Created from the name unless you enter one." : undefined}
        {...registerField(form, "slug", {
          onChange: ({ target }) => saving.setFollowsName(!category && target.value.trim() === ""),
        })}
      />
      <p className="text-sm break-words text-muted">
        URL: <span className="font-medium text-ink">/products?category={path}</span>
      </p>
      {category && path !== saving.path && (
        <p role="status" className="text-sm text-muted">
          When you save, the old URL {saving.path} redirects to the new one, and so do its subcategories.
        </p>
      )}
      {category && fromName !== "" && watch("slug") !== fromName && (
        <Button look="link" className="w-fit text-sm" onClick={() => setValue("slug", fromName, { shouldDirty: true })}>
          Create from name
        </Button>
      )}
    </div>
  );
}

export function VisibilityField({ form: { watch, setValue }, index }: Form) {
  const isActive = watch("is_active");
  const parent = index.byId.get(watch("parent_id") ?? 0);
  const pick = (value: boolean) => ({
    name: "is_active",
    checked: isActive === value,
    onChange: () => setValue("is_active", value, { shouldDirty: true }),
  });
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Visibility</legend>
      <RadioCard {...pick(true)} label="Visible" hint="Shown in the menu and in lists." />
      <RadioCard
        {...pick(false)}
        label="Hidden"
        hint="This category and its subcategories aren't shown. Products in no other category aren't sold."
      />
      {isActive && parent?.isHidden && (
        <p className="text-sm text-muted">Not shown because a parent category is hidden.</p>
      )}
    </fieldset>
  );
}

export function ParentField({ form, index, ownId }: Form & { ownId: number | undefined }) {
  const parentId = form.watch("parent_id");
  const parent = parentId === null ? undefined : index.byId.get(parentId);
  const error = form.formState.errors.parent_id?.message;
  const choose = (id: number | null) => {
    form.setValue("parent_id", id, { shouldDirty: true });
    form.clearErrors(["parent_id", "slug"]);
  };
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        {parent ? (
          <>
            Below <strong className="font-medium">{fullPath(parent)}</strong>
          </>
        ) : (
          "Top level"
        )}
      </p>
      <Button
        size="small"
        className="w-fit"
        aria-describedby={error ? "parent-error" : undefined}
        onClick={() =>
          openDialog({
            title: "Move category",
            content: (
              <CategoryChoice
                legend="Parent category"
                topLabel="None (top level)"
                value={parentId}
                onChosen={choose}
                isExcluded={(one) => ownId !== undefined && isSelfOrDescendant(index, one.category.id, ownId)}
              />
            ),
          })
        }
      >
        Move…
      </Button>
      {error && (
        <div role="alert">
          <FieldError id="parent-error">{error}</FieldError>
        </div>
      )}
    </div>
  );
}
