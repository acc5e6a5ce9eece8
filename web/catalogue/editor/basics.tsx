import { useRef } from "react";
import { useController } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { useOrigin } from "#web/api/origin.ts";
import { paths } from "#web/paths.ts";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { RichTextField } from "#web/ui/forms/rich-text/rich-text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useEditor, useProductFields, useProductForm } from "./editor-context.ts";

/** Name, slug, subtitle and description. */
export function Basics() {
  const field = useProductFields(["name", "subtitle"]);
  const { isNew } = useEditor();
  const nameChanged = useSlugFromName();
  return (
    <CardSection title="Product">
      <div className="grid gap-4">
        <TextField
          label="Name"
          autoFocus={isNew && !isPopupFocused()}
          maxLength={productLimits.name}
          {...field("name", { onChange: nameChanged })}
        />
        <Address />
        <TextField
          label="Subtitle"
          optional
          hint="A short line shown under the name."
          maxLength={300}
          {...field("subtitle")}
        />
        <DescriptionField />
      </div>
    </CardSection>
  );
}

/** Whether a menu or the command palette was opened while the form was loading. */
const isPopupFocused = () => document.activeElement?.closest("[role=menu][data-open], [role=dialog]") != null;

function DescriptionField() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "description_html" });
  const { value, onChange, onBlur } = field;
  return <RichTextField label="Description" error={fieldState.error?.message} {...{ value, onChange, onBlur }} />;
}

/** The slug of a new product follows its name until it is edited. */
function useSlugFromName() {
  const { getValues, setValue } = useProductForm();
  const { isNew } = useEditor();
  const generated = useRef(slugify(getValues("name")));
  return ({ target }: { target: { value: string } }) => {
    const slug = getValues("slug");
    const isMade = slug === generated.current || slug === "";
    generated.current = slugify(target.value);
    if (isNew && isMade) setValue("slug", generated.current, { shouldDirty: true });
  };
}

function Address() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "slug" });
  const { isNew } = useEditor();
  const origin = useOrigin();
  const slug = slugify(field.value, productLimits.slug) || "…";
  return (
    <TextField
      label="URL handle"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={productLimits.slug}
      hint={
        <>
          <span className="break-all">{origin.replace(/^https?:\/\//, "") + paths.details("") + slug}</span>
          {!isNew && fieldState.isDirty && <span className="block">The old URL redirects to the new one.</span>}
        </>
      }
      error={fieldState.error?.message}
      {...field}
    />
  );
}
