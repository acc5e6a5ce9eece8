import type { CatalogueUsage } from "#contract/catalogue/product-form.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatShopNumber } from "#words/say.ts";

type Props = { usage: CatalogueUsage["types"] | undefined; id: number; name: string; to: string };

/** How many products use something, with a link to them. */
export function UsageLink({ usage, id, name, to }: Props) {
  if (!usage) return <Skeleton className="inline-block h-4 w-8" />;
  const products = productsOf(usage, id);
  if (products === 0) return <span className="text-muted">0</span>;
  return (
    <ShopLink
      to={to}
      aria-label={`${countProducts(products)} with ${name}`}
      className="touch-target tabular-nums underline decoration-hairline underline-offset-4 hover:decoration-current"
    >
      {formatShopNumber(products)}
    </ShopLink>
  );
}

export const productsOf = (usage: CatalogueUsage["types"] | undefined, id: number) =>
  usage?.find((one) => one.id === id)?.products ?? 0;

export const countProducts = (count: number) => (count === 1 ? "1 product" : `${count.toLocaleString("en")} products`);
