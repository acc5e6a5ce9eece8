import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { closeCartDrawer } from "./cart.queries.ts";
import { useCartSuggestions } from "./suggestions.ts";

/** Products that go with the cart, as a short list. */
export function DrawerSuggestions() {
  const { title, products } = useCartSuggestions();
  if (products.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2 pt-8">
      <h3 className="font-semibold">{title}</h3>
      <ul className="-mx-2">
        {products.map(({ id, slug, name, thumbnail, price, max_price }) => (
          <li key={id}>
            <ShopLink
              to={paths.details(slug)}
              onClick={closeCartDrawer}
              className="flex min-h-11 items-center gap-3 rounded-sm px-2 py-1.5 text-sm hover:bg-sunken"
            >
              <span className="size-12 shrink-0 overflow-hidden rounded-sm bg-sunken">
                <ResponsiveImage image={{ url: thumbnail, alt: "", width: 150, height: 150 }} sizes="48px" />
              </span>
              <span className="min-w-0 flex-1">{name}</span>
              <Price price={price} from={max_price.amount > price.amount} className="shrink-0" />
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
