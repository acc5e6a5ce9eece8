import { use, useState } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Backdrop } from "#web/ui/card.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Price } from "#web/ui/price.tsx";
import { Rating } from "#web/ui/rating.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Swatch } from "#web/ui/swatch.tsx";
import { details } from "./catalogue.queries.ts";
import { TileCorner } from "./tile-corner.ts";

type Props = {
  product: ProductCard;
  /** How wide its picture is shown, as CSS. */
  sizes: string;
  /** In the first screen. */
  priority?: boolean;
  /** The heading's level on its page. */
  level?: 2 | 3;
};

/** A product in a list: picture, name, price, rating, colours. The whole of it is one link. */
export function ProductTile({ product, sizes, priority = false, level = 3 }: Props) {
  const { name, slug, subtitle, price, max_price, compare_at, rating, swatches } = product;
  const Heading = `h${level}` as const;
  const corner = use(TileCorner);
  const [pointedAt, setPointedAt] = useState(false);
  return (
    <article
      className="group relative grid content-start gap-3"
      // The link lies over the picture, so the picture itself is never pointed at.
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointedAt(true)}
    >
      <TilePicture {...{ product, sizes, priority, pointedAt }} />
      <div className="grid gap-1">
        <Heading className="text-base leading-snug font-medium">
          <ShopLink
            to={paths.details(slug)}
            warm={[details(slug)]}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-lg"
          >
            {name}
          </ShopLink>
        </Heading>
        {subtitle && <p className="line-clamp-1 text-sm text-muted">{subtitle}</p>}
        <Price
          price={price}
          compareAt={compare_at}
          from={max_price.amount > price.amount}
          className="text-sm md:text-base"
        />
        {rating.count > 0 && rating.average !== null && <Rating average={rating.average} count={rating.count} />}
        {swatches.length > 1 && <Colours swatches={swatches} />}
      </div>
      {corner?.(product)}
    </article>
  );
}

type PictureProps = Pick<Props, "product" | "sizes" | "priority"> & { pointedAt: boolean };

/** The second picture is fetched when a mouse first points at the tile. */
function TilePicture({ product, sizes, priority, pointedAt }: PictureProps) {
  const [cover, second] = product.images;
  return (
    <Backdrop>
      <Picture image={cover} alt="" {...{ sizes, priority }} />
      {pointedAt && second && (
        <Picture
          image={{ ...second, dominant: null }}
          alt=""
          loading="eager"
          sizes={sizes}
          className="absolute inset-0 opacity-0 transition-opacity duration-(--slow) group-hover:opacity-100"
        />
      )}
      <TileBadges product={product} />
    </Backdrop>
  );
}

function TileBadges({ product: { badges, left, price, compare_at } }: { product: ProductCard }) {
  const percent = compare_at ? Math.floor((1 - price.amount / compare_at.amount) * 100) : 0;
  const isSoldOut = badges.includes("sold_out");
  if (badges.length === 0 && left === null) return null;
  return (
    <p className="pointer-events-none absolute inset-s-2.5 inset-e-12 top-2.5 flex flex-wrap gap-1.5">
      {isSoldOut && <Badge tone="ink">Sold out</Badge>}
      {!isSoldOut && badges.includes("sale") && percent > 0 && (
        <Badge tone="danger">
          <span className="sr-only">Reduced by </span>−{percent}%
        </Badge>
      )}
      {!isSoldOut && left !== null && left > 0 && <Badge tone="warning">Only {left} left</Badge>}
      {!isSoldOut && badges.includes("new") && <Badge>New</Badge>}
    </p>
  );
}

const mostColours = 5;

const Colours = ({ swatches }: Pick<ProductCard, "swatches">) => (
  <p className="flex items-center gap-1.5 pt-0.5 text-xs text-muted">
    <span className="sr-only">Comes in {swatches.map(({ label }) => label).join(", ")}</span>
    {swatches
      .slice(0, mostColours)
      .map(({ id, swatch }) => swatch && <Swatch key={id} colour={swatch} className="size-3.5" />)}
    {swatches.length > mostColours && <span aria-hidden="true">+{swatches.length - mostColours}</span>}
  </p>
);
