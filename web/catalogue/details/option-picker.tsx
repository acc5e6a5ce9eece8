import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { OptionButton } from "#web/ui/forms/option-button.tsx";
import { say } from "#words/say.ts";
import { type Choice, listOptionValues, type OptionGroup, type OptionValue, selectLabel } from "./variation-choice.ts";

type Props = {
  product: ProductDetails;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** The group that has to be chosen before the product can be added to the cart, once that was tried. */
  missing: OptionGroup | undefined;
  /** The variation all options are chosen of, if there is one. */
  chosen: Variation | undefined;
};

/** Picks a variation by its options: swatches or buttons; a select without script. */
export function OptionPicker({ product, choice, onChoose, missing, chosen }: Props) {
  if (product.option_groups.length === 0) return null;
  return (
    <>
      <div className="grid gap-5 noscript:hidden">
        {product.option_groups.map((group) => (
          <GroupPicker key={group.id} {...{ product, group, choice, onChoose }} isMissing={missing?.id === group.id} />
        ))}
      </div>
      {product.size_guide_html !== "" && <SizeGuide html={product.size_guide_html} />}
      {/* React doesn't hydrate noscript, so the browser doesn't need this component. */}
      <noscript>{import.meta.env.SSR && <PickerWithoutScript product={product} chosen={chosen} />}</noscript>
    </>
  );
}

type GroupProps = Pick<Props, "product" | "choice" | "onChoose"> & { group: OptionGroup; isMissing: boolean };

function GroupPicker({ product, group, choice, onChoose, isMissing }: GroupProps) {
  const values = listOptionValues(product, group, choice);
  const now = values.find((value) => value.selected);
  const asSwatches = group.display === "swatch" && values.some(({ swatch }) => swatch);
  const errorId = `missing-${group.id}`;
  return (
    <fieldset className="grid gap-2" aria-describedby={isMissing ? errorId : undefined} aria-invalid={isMissing}>
      <legend className="mb-2 text-sm">
        <span className="font-semibold">{group.name}</span>
        {/* The error says the same. */}
        {(now || !isMissing) && <span className="text-muted">: {now ? now.label : selectLabel(group)}</span>}
      </legend>
      <div className={asSwatches ? "-ms-1.5 flex flex-wrap" : "flex flex-wrap gap-2"}>
        {values.map((value) => (
          <OptionButton
            key={value.id}
            name={`option-${group.id}`}
            value={value.id}
            label={value.label}
            {...(asSwatches && value.swatch ? { color: value.swatch } : {})}
            title={titleOf(value)}
            crossed={value.state !== "available"}
            checked={value.selected}
            disabled={!value.choice}
            onChange={() => value.choice && onChoose(value.choice)}
          />
        ))}
      </div>
      {isMissing && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {selectLabel(group)}
        </p>
      )}
    </fieldset>
  );
}

const titleOf = ({ label, state }: OptionValue) =>
  state === "sold_out"
    ? say("{name}: sold out", { name: label })
    : state === "other"
      ? say("{name}: not available in this combination", { name: label })
      : label;

/** The merchant's size guide; the server has sanitized the HTML. */
const SizeGuide = ({ html }: { html: string }) => (
  <details className="text-sm">
    <summary className="touch-target w-fit cursor-pointer text-link underline underline-offset-4">
      {say("Size guide")}
    </summary>
    <div dir="auto" className={guide} dangerouslySetInnerHTML={{ __html: html }} />
  </details>
);

const guide =
  "mt-3 grid gap-3 overflow-x-auto [&_caption]:text-start [&_td]:py-2 [&_td]:pe-4 [&_th]:py-2 [&_th]:pe-4 " +
  "[&_th]:text-start [&_tr]:border-t [&_tr]:border-hairline";

const PickerWithoutScript = ({ product: { slug, variations }, chosen }: Pick<Props, "product" | "chosen">) => (
  <form method="get" action={paths.details(slug)} className="flex items-end gap-2">
    <SelectField
      label={say("Variation")}
      name="variation"
      defaultValue={chosen?.id}
      className="min-w-48"
      placeholder={chosen ? undefined : say("Choose options")}
      options={variations.map(({ id, title, stock }) => [
        id,
        stock.state === "out" ? say("{name} (sold out)", { name: title }) : title,
      ])}
    />
    <Button type="submit">{say("Choose")}</Button>
  </form>
);
