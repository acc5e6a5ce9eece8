import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ProductTile } from "./product-tile.tsx";

type Props = {
  title: string;
  products: readonly ProductCard[];
  /** Link to more of them. */
  more?: { href: string; label: string };
  /** A button next to the title. */
  action?: ReactNode;
  /** Whether a product is cached data that may be out of date: then only its placeholder is shown. */
  isStale?: (product: ProductCard) => boolean;
};

const sizes = "(min-width: 1344px) 318px, (min-width: 769px) 24vw, 41vw";

/** Products under a heading: a row to swipe on phones, four columns elsewhere; nothing without products. */
export function ProductRow({ title, products, more, action, isStale: isOld }: Props) {
  if (products.length === 0) return null;
  return (
    <section className="grid gap-5 md:gap-6" aria-label={title}>
      <header className="flex items-end justify-between gap-4">
        <h2 className="text-section">{title}</h2>
        {action}
        {more && (
          <Link
            to={more.href}
            prefetch="intent"
            className="touch-target flex items-center gap-1.5 text-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            {more.label}
            <ArrowRight className="size-4 rtl:-scale-x-100" />
          </Link>
        )}
      </header>
      <ul className="edge-scroller gap-3 md:grid md:grid-cols-4 md:gap-x-5 md:gap-y-10 md:overflow-visible">
        {products.map((product) => (
          <RowTile key={product.id} product={product} isOld={isOld?.(product)} />
        ))}
      </ul>
    </section>
  );
}

function RowTile({ product, isOld }: { product: ProductCard; isOld: boolean | undefined }) {
  const tile = <ProductTile product={product} sizes={sizes} />;
  return (
    <li
      className={classes("w-[41vw] max-w-64 md:w-auto md:max-w-none", isOld && "animate-breathe rounded-lg bg-sunken")}
    >
      {isOld ? <div className="invisible">{tile}</div> : tile}
    </li>
  );
}
