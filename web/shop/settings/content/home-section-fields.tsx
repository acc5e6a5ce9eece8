import { useState } from "react";
import type { Image } from "#contract/images.ts";
import type { HomeSection, productSources, promiseIcons } from "#contract/shop/home.ts";
import { useProductItems } from "#web/api/picker-items.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ImageField } from "#web/ui/forms/fields/image-field.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";

type Section<Kind extends HomeSection["kind"]> = Extract<HomeSection, { kind: Kind }>;
type Props<Shown extends HomeSection> = { section: Shown; onChange: (section: HomeSection) => void };

type Images = { images: Image[]; onUpload: (image: Image) => void; onBusy: (isBusy: boolean) => void };

const textInput = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
});

/** The fields of a section of the home page. */
export function SectionFields({ section, images, onUpload, onBusy, onChange }: Props<HomeSection> & Images) {
  switch (section.kind) {
    case "hero":
      return <HeroFields section={section} onChange={onChange} />;
    case "image_text":
      return <ImageTextFields {...{ section, images, onUpload, onBusy, onChange }} />;
    case "products":
      return <ProductFields section={section} onChange={onChange} />;
    case "stories":
    case "promises":
      return <ItemFields section={section} onChange={onChange} />;
    default:
      return (
        <TextField
          label="Heading"
          maxLength={120}
          {...textInput(section.heading, (heading) => onChange({ ...section, heading }))}
        />
      );
  }
}

function HeroFields({ section, onChange }: Props<Section<"hero">>) {
  const [search, setSearch] = useState("");
  const found = useProductItems({ name: search, status: "active" }, search.length > 1);
  const chosen = useProductItems({ id: [section.product_id ?? 0], status: "active" }, section.product_id !== null);
  return (
    <>
      <TextField
        label="Heading"
        optional
        maxLength={120}
        hint="If empty, your tagline is shown, or the name of your shop without one."
        {...textInput(section.heading ?? "", (heading) => onChange({ ...section, heading: heading || null }))}
      />
      <MultiPicker
        label="Featured product"
        chosen={section.product_id === null ? [] : chosen.filter(({ id }) => id === section.product_id)}
        items={found}
        onSearch={setSearch}
        onAdd={(id) => onChange({ ...section, product_id: id })}
        onRemove={() => onChange({ ...section, product_id: null })}
      />
      {section.product_id === null && <p className="text-sm text-muted">Without one, your best seller is featured.</p>}
    </>
  );
}

function ImageTextFields({ section, images, onUpload, onBusy, onChange }: Props<Section<"image_text">> & Images) {
  const setImage = (image: Image | null) => {
    if (image) onUpload(image);
    onChange({ ...section, image_id: image?.id ?? null });
  };
  return (
    <>
      <TextField
        label="Heading"
        maxLength={120}
        {...textInput(section.heading, (heading) => onChange({ ...section, heading }))}
      />
      <TextAreaField
        label="Text"
        optional
        rows={4}
        maxLength={2000}
        {...textInput(section.text, (text) => onChange({ ...section, text }))}
      />
      <ImageField
        label="Image"
        hint="Up to 30 MB."
        alt=""
        image={images.find(({ id }) => id === section.image_id) ?? null}
        onImage={setImage}
        onBusy={onBusy}
      />
      <div className="grid gap-4 md:grid-cols-3">
        <SelectField
          label="Image position"
          value={section.image_side}
          onChange={({ target }) => onChange({ ...section, image_side: target.value === "end" ? "end" : "start" })}
          options={{ start: "Left", end: "Right" }}
        />
        <ButtonFields button={section.button} onChange={(button) => onChange({ ...section, button })} />
      </div>
    </>
  );
}

type LinkButton = Section<"image_text">["button"];

function ButtonFields({ button, onChange }: { button: LinkButton; onChange: (button: LinkButton) => void }) {
  const change = (changed: { label?: string; href?: string }) => {
    const next = { label: "", href: "", ...button, ...changed };
    onChange(next.label || next.href ? next : null);
  };
  return (
    <>
      <TextField
        label="Button label"
        optional
        maxLength={60}
        {...textInput(button?.label ?? "", (label) => change({ label }))}
      />
      <TextField
        label="Button link"
        optional
        maxLength={300}
        placeholder="/products"
        {...textInput(button?.href ?? "", (href) => change({ href }))}
      />
    </>
  );
}

const sources: Record<(typeof productSources)[number], string> = {
  newest: "Newest",
  popular: "Best sellers",
  on_sale: "On sale",
  category: "A category",
};

const ProductFields = ({ section, onChange }: Props<Section<"products">>) => (
  <>
    <TextField
      label="Heading"
      maxLength={120}
      {...textInput(section.heading, (heading) => onChange({ ...section, heading }))}
    />
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField
        label="Products"
        value={section.source}
        onChange={({ target }) => onChange({ ...section, source: target.value as typeof section.source })}
        options={sources}
      />
      <SelectField
        label="How many"
        value={section.limit}
        onChange={({ target }) => onChange({ ...section, limit: target.value === "8" ? 8 : 4 })}
        options={[
          [4, "4"],
          [8, "8"],
        ]}
      />
      {section.source === "category" && (
        <CategoryField value={section.category ?? ""} onChange={(category) => onChange({ ...section, category })} />
      )}
    </div>
    <Checkbox
      label="On a background of its own"
      checked={section.is_featured ?? false}
      onChange={({ target }) => onChange({ ...section, is_featured: target.checked })}
    />
  </>
);

const CategoryField = ({ value, onChange }: { value: string; onChange: (path: string) => void }) => (
  <TextField
    label="Category"
    placeholder="clothing/shirts"
    hint="The path after /products?category= in its address."
    {...textInput(value, onChange)}
  />
);

const icons: Record<(typeof promiseIcons)[number], string> = {
  delivery: "Delivery",
  returns: "Returns",
  payment: "Payment",
  support: "Support",
};

type Item = Section<"stories">["items"][number] | Section<"promises">["items"][number];

/** Stories or promises: each with a heading and a text. */
function ItemFields({ section, onChange }: Props<Section<"stories"> | Section<"promises">>) {
  const { kind } = section;
  const items: Item[] = section.items;
  // Both kinds of items are edited alike, which the type of a section can't say.
  const setItems = (changed: Item[]) => onChange({ kind, items: changed } as HomeSection);
  const isStory = kind === "stories";
  const added: Item = { heading: "", text: "", ...(isStory ? { category: "" } : { icon: "support" }) };
  return (
    <>
      {items.map((item, index) => (
        <ItemField
          key={index}
          name={`${isStory ? "Story" : "Promise"} ${index + 1}`}
          item={item}
          onChange={(changed) => setItems(items.with(index, changed))}
          onRemove={items.length > 1 ? () => setItems(items.toSpliced(index, 1)) : undefined}
        />
      ))}
      {items.length < (isStory ? 3 : 4) && (
        <Button size="small" className="w-fit" onClick={() => setItems([...items, added])}>
          {isStory ? "Add a story" : "Add a promise"}
        </Button>
      )}
    </>
  );
}

type ItemProps = { name: string; item: Item; onChange: (item: Item) => void; onRemove: (() => void) | undefined };

const ItemField = ({ name, item, onChange, onRemove }: ItemProps) => (
  <fieldset className="grid gap-4 border-t border-hairline pt-4 md:grid-cols-2">
    <legend className="sr-only">{name}</legend>
    <TextField
      label="Heading"
      maxLength={120}
      {...textInput(item.heading, (heading) => onChange({ ...item, heading }))}
    />
    {"icon" in item ? (
      <SelectField
        label="Icon"
        value={item.icon}
        onChange={({ target }) => onChange({ ...item, icon: target.value as typeof item.icon })}
        options={icons}
      />
    ) : (
      <CategoryField value={item.category} onChange={(category) => onChange({ ...item, category })} />
    )}
    <TextField
      label="Text"
      className="md:col-span-2"
      optional
      maxLength={300}
      {...textInput(item.text, (text) => onChange({ ...item, text }))}
    />
    {onRemove && (
      <Button size="small" look="ghost" className="w-fit" onClick={onRemove}>
        Remove <span className="sr-only">{name}</span>
      </Button>
    )}
  </fieldset>
);
