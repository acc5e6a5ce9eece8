import type { HomeSection, productSources, promiseIcons } from "#contract/home.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";

type Section<Kind extends HomeSection["kind"]> = Extract<HomeSection, { kind: Kind }>;
type Props<Shown extends HomeSection> = { section: Shown; onChange: (section: HomeSection) => void };

/** The fields of a section of the home page. */
export function SectionFields({ section, onChange }: Props<HomeSection>) {
  switch (section.kind) {
    case "hero":
      return (
        <TextField
          label="Heading"
          optional
          maxLength={120}
          hint="Without one, your tagline. It shows your best seller."
          value={section.heading ?? ""}
          onChange={({ target }) => onChange({ ...section, heading: target.value || null })}
        />
      );
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
          value={section.heading}
          onChange={({ target }) => onChange({ ...section, heading: target.value })}
        />
      );
  }
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
      value={section.heading}
      onChange={({ target }) => onChange({ ...section, heading: target.value })}
    />
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField
        label="Products"
        value={section.source}
        onChange={({ target }) => onChange({ ...section, source: target.value as typeof section.source })}
      >
        {Object.entries(sources).map(([source, name]) => (
          <option key={source} value={source}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="How many"
        value={section.limit}
        onChange={({ target }) => onChange({ ...section, limit: target.value === "8" ? 8 : 4 })}
      >
        <option>4</option>
        <option>8</option>
      </SelectField>
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
    value={value}
    onChange={({ target }) => onChange(target.value)}
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

type ItemProps = {
  name: string;
  item: Item;
  onChange: (item: Item) => void;
  onRemove: (() => void) | undefined;
};

const ItemField = ({ name, item, onChange, onRemove }: ItemProps) => (
  <fieldset className="grid gap-4 border-t border-hairline pt-4 md:grid-cols-2">
    <legend className="sr-only">{name}</legend>
    <TextField
      label="Heading"
      maxLength={120}
      value={item.heading}
      onChange={({ target }) => onChange({ ...item, heading: target.value })}
    />
    {"icon" in item ? (
      <SelectField
        label="Icon"
        value={item.icon}
        onChange={({ target }) => onChange({ ...item, icon: target.value as typeof item.icon })}
      >
        {Object.entries(icons).map(([icon, label]) => (
          <option key={icon} value={icon}>
            {label}
          </option>
        ))}
      </SelectField>
    ) : (
      <CategoryField value={item.category} onChange={(category) => onChange({ ...item, category })} />
    )}
    <TextField
      label="Text"
      className="md:col-span-2"
      optional
      maxLength={300}
      value={item.text}
      onChange={({ target }) => onChange({ ...item, text: target.value })}
    />
    {onRemove && (
      <Button size="small" look="ghost" className="w-fit" onClick={onRemove}>
        Remove <span className="sr-only">{name}</span>
      </Button>
    )}
  </fieldset>
);
