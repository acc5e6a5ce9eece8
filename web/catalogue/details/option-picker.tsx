import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { OptionButton } from "#web/ui/forms/option-button.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { say } from "#words/say.ts";
import { listOptionValues, type OptionGroup, type OptionValue } from "./variation-choice.ts";

type Props = {
  product: ProductDetails;
  chosen: Variation | undefined;
  onChoose: (variation: Variation) => void;
};

/** Picks a variation by its options: swatches or buttons; a select without script. */
export function OptionPicker({ product, chosen, onChoose }: Props) {
  if (product.option_groups.length === 0) return null;
  return (
    <>
      <div className="grid gap-5 noscript:hidden">
        {product.option_groups.map((group) => (
          <GroupPicker key={group.id} {...{ product, group, chosen, onChoose }} />
        ))}
      </div>
      {/* React doesn't hydrate noscript, so the browser doesn't need this component. */}
      <noscript>{import.meta.env.SSR && <PickerWithoutScript product={product} chosen={chosen} />}</noscript>
    </>
  );
}

function GroupPicker({ product, group, chosen, onChoose }: Props & { group: OptionGroup }) {
  const choices = listOptionValues(product, group, chosen);
  const now = choices.find((choice) => choice.selected);
  const asSwatches = group.display === "swatch" && choices.some(({ swatch }) => swatch);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm">
        <span className="font-semibold">{group.name}</span>
        {now && <span className="text-muted">: {now.label}</span>}
      </legend>
      <div className={asSwatches ? "-ms-1.5 flex flex-wrap" : "flex flex-wrap gap-2"}>
        {choices.map((choice) => (
          <OptionButton
            key={choice.id}
            name={`option-${group.id}`}
            value={choice.id}
            label={choice.label}
            {...(asSwatches && choice.swatch ? { colour: choice.swatch } : {})}
            title={titleOf(choice)}
            crossed={choice.state !== "available"}
            checked={choice.selected}
            disabled={!choice.variation}
            onChange={() => choice.variation && onChoose(choice.variation)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const titleOf = ({ label, state }: OptionValue) =>
  state === "sold_out"
    ? say("{name}: sold out", { name: label })
    : state === "other"
      ? say("{name}: not available in this combination", { name: label })
      : label;

const PickerWithoutScript = ({ product: { slug, variations }, chosen }: Pick<Props, "product" | "chosen">) => (
  <form method="get" action={paths.details(slug)} className="flex items-end gap-2">
    <SelectField label={say("Variation")} name="variation" defaultValue={chosen?.id} className="min-w-48">
      {variations.map(({ id, title, stock }) => (
        <option key={id} value={id}>
          {stock.state === "out" ? say("{name} (sold out)", { name: title }) : title}
        </option>
      ))}
    </SelectField>
    <Button type="submit">{say("Choose")}</Button>
  </form>
);
