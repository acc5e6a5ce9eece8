import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import type { ProductCard, ProductDetails } from "#contract/catalogue/products.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import {
  type Choice,
  initialChoice,
  isAvailable,
  matchingVariations,
  type OptionGroup,
  openGroups,
  selectLabel,
} from "#web/catalogue/details/variation-choice.ts";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook, IconButton } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

export interface AddButton {
  variationId: number;
  /** Accessible name. */
  label: string;
  className: string;
  onAdded: () => void;
  children: ReactNode;
}

interface Props {
  product: ProductCard;
  color: number | undefined;
  AddButton: ComponentType<AddButton>;
  onClose: () => void;
}

/** The sizes of a product over the image of its tile, in the color that the tile shows; choosing one adds it to the cart. */
export function QuickAddPanel({ product, color, AddButton, onClose }: Props) {
  const { data, isError } = useQuery(details(product.slug));
  return (
    <section
      aria-label={say("Quick add: {name}", { name: product.name })}
      className="quick-add"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <IconButton
        label={say("Close")}
        icon={<X />}
        size="small"
        autoFocus
        onClick={onClose}
        className="absolute inset-e-1 top-1"
      />
      {data ? (
        <Options product={data.data} color={color} AddButton={AddButton} onAdded={onClose} />
      ) : isError ? (
        <ChooseOnPage slug={product.slug} />
      ) : (
        <Skeleton className="h-9" />
      )}
    </section>
  );
}

interface OptionsProps {
  product: ProductDetails;
  color: number | undefined;
  AddButton: Props["AddButton"];
  onAdded: () => void;
}

function Options({ product, color, AddButton, onAdded }: OptionsProps) {
  const choice = initialChoice(product, undefined, color ? [color] : []);
  const [group, ...more] = openGroups(product, choice);
  const [variation] = matchingVariations(product, choice);
  if (more.length > 0 || !variation) return <ChooseOnPage slug={product.slug} />;
  const chosen = product.option_groups.flatMap(({ id, values }) =>
    values.length > 1 ? values.filter((value) => value.id === choice.get(id)) : [],
  );
  return (
    <>
      <p className="pe-7 text-sm">
        {chosen.length > 0 && <span className="block text-muted">{chosen.map(({ label }) => label).join(", ")}</span>}
        {group && <span className="font-semibold">{selectLabel(group)}</span>}
      </p>
      {group ? (
        <Sizes product={product} group={group} choice={choice} AddButton={AddButton} onAdded={onAdded} />
      ) : (
        <AddButton
          variationId={variation.id}
          label={`${say("Add to cart")}: ${product.name}`}
          className={buttonLook({ look: "primary", size: "small", wide: true })}
          onAdded={onAdded}
        >
          {say("Add to cart")}
        </AddButton>
      )}
    </>
  );
}

interface SizesProps extends Omit<OptionsProps, "color"> {
  group: OptionGroup;
  choice: Choice;
}

/** The values of the group that is still open: each is a button that adds its variation. */
const Sizes = ({ product, group, choice, AddButton, onAdded }: SizesProps) => (
  <ul className="flex flex-wrap gap-1.25">
    {group.values.map(({ id, label }) => {
      const [variation] = matchingVariations(product, new Map([...choice, [group.id, id]]));
      if (!variation) return null;
      return (
        <li key={id}>
          {isAvailable(variation) ? (
            <AddButton
              variationId={variation.id}
              label={say("Add {name} to cart", { name: variation.title })}
              className="quick-add-size"
              onAdded={onAdded}
            >
              {label}
            </AddButton>
          ) : (
            <span className="quick-add-size choice-crossed">
              {label}
              <span className="sr-only">{say(", not available")}</span>
            </span>
          )}
        </li>
      );
    })}
  </ul>
);

const ChooseOnPage = ({ slug }: { slug: string }) => (
  <ButtonLink to={paths.details(slug)} size="small" wide label={say("Choose options")} />
);
