import type { UseFormReturn } from "react-hook-form";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import { RadioCard } from "#web/ui/forms/radio-card.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { CategoryChoice } from "./category-choice.tsx";
import type { CategoryFields } from "./category-fields.ts";
import { type CategoryIndex, fullPath, isSelfOrDescendant } from "./category-index.ts";

import type { CategoryFormState } from "./use-category-form.ts";

type Form = { form: UseFormReturn<CategoryFields>; index: CategoryIndex };
type TextProps = Form & { saving: CategoryFormState; category: CategoryDetails | undefined };

export function TextFields({ form, index, saving, category }: TextProps) {
  const { register, setValue, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-5">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={120}
        error={errors.name?.message}
        {...register("name", {
          validate: (name) => name.trim() !== "" || "Give it a name.",
          onChange: ({ target }) => saving.followsName && setValue("slug", slugify(target.value)),
        })}
      />
      <AddressField {...{ form, index, saving, category }} />
      <TextAreaField
        label="Description"
        optional
        rows={4}
        maxLength={5000}
        hint="Shown above its products; search engines read it, too."
        error={errors.description?.message}
        {...register("description")}
      />
    </div>
  );
}

/** The slug and the URL it makes. */
function AddressField({ form, index, saving, category }: TextProps) {
  const { register, setValue, watch, formState } = form;
  const parent = index.byId.get(watch("parent_id") ?? 0)?.category;
  const fromName = slugify(watch("name"));
  const path = [parent?.path, slugify(watch("slug")) || fromName || "…"].filter(Boolean).join("/");
  return (
    <div className="grid gap-1.5">
      <TextField
        label="Address"
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        hint={saving.followsName ? "Made from the name. Type one of your own to have another." : undefined}
        error={formState.errors.slug?.message}
        {...register("slug", {
          onChange: ({ target }) => saving.setFollowsName(!category && target.value.trim() === ""),
        })}
      />
      <p className="text-sm break-words text-muted">
        In the shop: <span className="font-medium text-ink">/products?category={path}</span>
      </p>
      {category && path !== saving.base.path && (
        <p role="status" className="text-sm text-muted">
          Once saved, the old address {saving.base.path} leads to the new one. So do those of what is below it.
        </p>
      )}
      {category && fromName !== "" && watch("slug") !== fromName && (
        <Button look="link" className="w-fit text-sm" onClick={() => setValue("slug", fromName, { shouldDirty: true })}>
          Make it from the name
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
      <RadioCard {...pick(true)} label="Visible" hint="In the menu and on lists." />
      <RadioCard
        {...pick(false)}
        label="Hidden"
        hint="Neither it nor what is below it is in the shop. Products that are in no other category are not sold."
      />
      {isActive && parent?.isHidden && (
        <p className="text-sm text-muted">It is still not in the shop: what it is in is hidden.</p>
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
          "At the top"
        )}
      </p>
      <Button
        size="small"
        className="w-fit"
        aria-describedby={error ? "parent-error" : undefined}
        onClick={() =>
          openDialog({
            title: "Where it goes",
            content: (
              <CategoryChoice
                legend="The category it is in"
                topLabel="None: at the top"
                value={parentId}
                onChosen={choose}
                isExcluded={(one) => ownId !== undefined && isSelfOrDescendant(index, one.category.id, ownId)}
              />
            ),
          })
        }
      >
        Change place…
      </Button>
      {error && (
        <div role="alert">
          <FieldError id="parent-error">{error}</FieldError>
        </div>
      )}
    </div>
  );
}
