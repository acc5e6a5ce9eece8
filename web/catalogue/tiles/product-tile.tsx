import { use, useState } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { Backdrop } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Picture } from "#web/ui/media/picture.tsx";
import { Swatch } from "#web/ui/media/swatch.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { Rating } from "#web/ui/text/rating.tsx";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import { TileAction } from "./tile-corner.ts";

type Props = {
  product: ProductCard;
  sizes: string;
  /** Whether it is in the first viewport. */
  priority?: boolean;
  level?: 2 | 3;
};

/** A product in a list; the whole tile is one link. */
export function ProductTile({ product, sizes, priority = false, level = 3 }: Props) {
  const { name, slug, subtitle, price, max_price, compare_at, rating, swatches } = product;
  const Heading = `h${level}` as const;
  const corner = use(TileAction);
  const [pointedAt, setPointedAt] = useState(false);
  return (
    <article
      className="tile group"
      // The link covers the image, so the image gets no pointer events.
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointedAt(true)}
    >
      <TilePicture {...{ product, sizes, priority, pointedAt }} />
      <div>
        <Heading>
          <ShopLink to={paths.details(slug)} warm={[details(slug)]}>
            {name}
          </ShopLink>
        </Heading>
        {subtitle && <p className="as-written line-clamp-1 text-sm text-muted">{subtitle}</p>}
        <Price
          price={price}
          compareAt={compare_at}
          from={max_price.amount > price.amount}
          className="text-sm md:text-base"
        />
        {rating.count > 0 && rating.average !== null && <Rating average={rating.average} count={rating.count} />}
        {swatches.length > 1 && <ColourSwatches swatches={swatches} />}
      </div>
      {corner?.(product)}
    </article>
  );
}

/** A tile is at most 330 px wide: fewer widths keep the HTML small. */
const widths = [320, 480, 640];

type PictureProps = Pick<Props, "product" | "sizes" | "priority"> & { pointedAt: boolean };

/** The second image loads when a mouse first enters the tile. */
function TilePicture({ product, sizes, priority, pointedAt }: PictureProps) {
  const [cover, second] = product.images;
  return (
    <Backdrop>
      <Picture image={cover} alt="" widths={widths} {...{ sizes, priority }} />
      {pointedAt && second && (
        <Picture
          image={{ ...second, dominant: null }}
          alt=""
          loading="eager"
          sizes={sizes}
          widths={widths}
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
    <p className="tile-marks">
      {isSoldOut && <Badge tone="ink">{say("Sold out")}</Badge>}
      {!isSoldOut && badges.includes("sale") && percent > 0 && (
        <Badge tone="danger">
          <span className="sr-only">{`${say("Reduced by")} `}</span>
          {formatShopNumber(-percent / 100, "percent").replace("-", "−")}
        </Badge>
      )}
      {!isSoldOut && left !== null && left > 0 && (
        <Badge tone="warning">{sayCount("Only 1 left", "Only {n} left", left)}</Badge>
      )}
      {!isSoldOut && badges.includes("new") && <Badge>{say("New")}</Badge>}
    </p>
  );
}

const maxColours = 5;

const ColourSwatches = ({ swatches }: Pick<ProductCard, "swatches">) => (
  <p className="tile-colours">
    <span className="sr-only">
      {say("Available in {colours}", { colours: swatches.map(({ label }) => label).join(", ") })}
    </span>
    {swatches.slice(0, maxColours).map(({ id, swatch }) => swatch && <Swatch key={id} colour={swatch} className="" />)}
    {swatches.length > maxColours && <span aria-hidden="true">+{formatShopNumber(swatches.length - maxColours)}</span>}
  </p>
);
