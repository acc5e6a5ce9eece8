import type { ProductCard } from "#contract/catalogue/products.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Picture } from "#web/ui/media/picture.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { say } from "#words/say.ts";

/** The first screen: tagline and a featured product. */
export function Hero({ tagline, product }: { tagline: string; product: ProductCard | undefined }) {
  return (
    <section className="grid overflow-hidden rounded-lg bg-sunken md:grid-cols-2" aria-label={say("Featured today")}>
      <div className="order-2 grid content-center justify-items-start gap-5 p-6 md:order-1 md:gap-6 md:p-12 lg:p-16">
        <h1 className="text-display">{tagline}</h1>
        {product ? (
          <>
            <div className="grid gap-1">
              <p className="text-lg font-semibold">{product.name}</p>
              {product.subtitle && <p className="as-written text-muted">{product.subtitle}</p>}
              <Price
                price={product.price}
                compareAt={product.compare_at}
                from={product.max_price.amount > product.price.amount}
              />
            </div>
            <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
              <ShopLink
                to={paths.details(product.slug)}
                warm={[details(product.slug)]}
                className={buttonLook({ look: "primary", size: "large" })}
              >
                {say("Shop {name}", { name: product.name })}
              </ShopLink>
              <SeeEverything />
            </div>
          </>
        ) : (
          <SeeEverything />
        )}
      </div>
      {product && (
        <div className="order-1 aspect-[5/4] md:order-2 md:aspect-auto md:min-h-[32rem]">
          <Picture
            image={product.images[0]}
            sizes="(min-width: 1344px) 672px, (min-width: 769px) 50vw, 100vw"
            priority
          />
        </div>
      )}
    </section>
  );
}

const SeeEverything = () => (
  <ShopLink to={paths.products()} className={buttonLook({ size: "large" })}>
    {say("Shop all")}
  </ShopLink>
);
