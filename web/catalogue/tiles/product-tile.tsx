import { useQuery } from "@tanstack/react-query";
import { use, useState } from "react";
import { useViewTransitionState } from "react-router";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import { EnergyArrow } from "#web/catalogue/energy-label/energy-arrow.tsx";
import { paths } from "#web/paths.ts";
import { Backdrop } from "#web/ui/layout/card.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { Rating } from "#web/ui/text/rating.tsx";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import { TileActions } from "./tile-actions.ts";

type Props = {
  product: ProductCard;
  sizes: string;
  /** Whether it is in the first viewport. */
  priority?: boolean;
  level?: 2 | 3;
  /** The option values that the list is filtered by or searched for: the cover shows the first that it can. */
  options?: readonly number[];
};

/** A product in a list; the whole tile is one link, to the color that it shows. */
export function ProductTile({ product, sizes, priority = false, level = 3, options = [] }: Props) {
  const { name, slug, subtitle, price, max_price, compare_at, rating, swatches } = product;
  const Heading = `h${level}` as const;
  const actions = use(TileActions);
  const [pointedAt, setPointedAt] = useState(false);
  const [isClicked, setClicked] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const color = chosen ?? options.find((option) => swatches.some(({ id }) => id === option));
  const address = paths.details(slug, undefined, color === undefined ? [] : [color]);
  return (
    <article
      className="tile group"
      // The link covers the image, so the image gets no pointer events.
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointedAt(true)}
    >
      <TilePicture
        {...{ product, sizes, priority, pointedAt, color, address, isClicked }}
        isChosen={chosen !== undefined}
      />
      <div>
        <Heading>
          <ShopLink to={address} warm={[details(slug)]} viewTransition onClick={() => setClicked(true)}>
            {name}
          </ShopLink>
        </Heading>
        {subtitle && (
          // Cut at the end of the text, whatever its direction.
          <p dir="auto" className="as-written truncate text-sm text-muted">
            {subtitle}
          </p>
        )}
        <Price
          price={price}
          compareAt={compare_at}
          from={max_price.amount > price.amount}
          className="text-sm md:text-base"
        />
        <UnitPrice price={product.price_per_measure} />
        {product.energy_label && <EnergyArrow rating={product.energy_label} className="my-1 h-6 self-start" />}
        {rating.count > 0 && rating.average !== null && <Rating average={rating.average} count={rating.count} />}
        {swatches.length > 1 && <ColorSwatches swatches={swatches} selected={color} onChoose={setChosen} />}
      </div>
      {actions?.(product, color)}
    </article>
  );
}

/** A tile is at most 330 px wide: fewer widths keep the HTML small. */
const widths = [320, 480, 640];

type PictureProps = Pick<Props, "product" | "sizes" | "priority"> & {
  pointedAt: boolean;
  color: number | undefined;
  /** Whether the customer chose the color on the tile. */
  isChosen: boolean;
  address: string;
  isClicked: boolean;
};

function TilePicture({ product, sizes, priority, pointedAt, color, isChosen, address, isClicked }: PictureProps) {
  // Another tile of the same product may be on the page, but only one image can move to the product's page.
  const isOpening = useViewTransitionState(address) && isClicked;
  return (
    <Backdrop className={isOpening ? "opening" : undefined}>
      <ResponsiveImage image={product.images[0]} alt="" widths={widths} {...{ sizes, priority }} />
      {isChosen && <OtherPicture key={color} slug={product.slug} color={color} place={0} sizes={sizes} />}
      {pointedAt && <OtherPicture slug={product.slug} color={color} place={1} sizes={sizes} onHover />}
      <TileBadges product={product} />
    </Backdrop>
  );
}

type OtherProps = { slug: string; color: number | undefined; place: number; sizes: string; onHover?: boolean };

/** Another image of the product over its cover, of those that show the color; it comes with the product's details. */
function OtherPicture({ slug, color, place, sizes, onHover = false }: OtherProps) {
  const images = useQuery(details(slug)).data?.data.images ?? [];
  const image = images.filter(({ option_value_id }) => color === undefined || option_value_id === color)[place];
  if (!image) return null;
  return (
    <ResponsiveImage
      image={{ ...image, dominant: null }}
      alt=""
      loading="eager"
      sizes={sizes}
      widths={widths}
      className={classes("tile-other", onHover && "opacity-0 group-hover:opacity-100")}
    />
  );
}

function TileBadges({ product: { badges, left, price, compare_at } }: { product: ProductCard }) {
  const percent = compare_at ? Math.floor((1 - price.amount / compare_at.amount) * 100) : 0;
  const isSoldOut = badges.includes("sold_out");
  if (badges.length === 0 && left === null) return null;
  return (
    <p className="tile-marks">
      {isSoldOut && <Badge tone="ink">{say("Sold out")}</Badge>}
      {!isSoldOut && badges.includes("sale") && percent > 0 && (
        <Badge tone="danger">
          <span className="sr-only">{`${say("Reduced by")} `}</span>
          {formatShopNumber(-percent / 100, "percent")}
        </Badge>
      )}
      {!isSoldOut && left !== null && left > 0 && (
        <Badge tone="warning">{sayCount("Only 1 left", "Only {n} left", left)}</Badge>
      )}
      {!isSoldOut && badges.includes("new") && <Badge>{say("New")}</Badge>}
    </p>
  );
}

const maxColors = 5;

type SwatchesProps = Pick<ProductCard, "swatches"> & { selected: number | undefined; onChoose: (id: number) => void };

/** The colors of a product: each shows its image, and the name of the selected one follows them. */
function ColorSwatches({ swatches, selected, onChoose }: SwatchesProps) {
  const name = swatches.find(({ id }) => id === selected)?.label;
  const more = swatches.length - maxColors;
  return (
    <div role="group" aria-label={say("Colors")} className="tile-colors">
      {swatches
        .slice(0, maxColors)
        .map(
          ({ id, label, swatch }) =>
            swatch && (
              <button
                key={id}
                type="button"
                title={label}
                aria-pressed={id === selected}
                style={{ color: swatch }}
                onPointerEnter={({ pointerType }) => pointerType === "mouse" && onChoose(id)}
                onClick={() => onChoose(id)}
              />
            ),
        )}
      {name ? <span className="truncate">{name}</span> : more > 0 && <span>+{formatShopNumber(more)}</span>}
    </div>
  );
}
