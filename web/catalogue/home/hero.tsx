import type { ProductCard } from "#contract/catalogue/products.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { say } from "#words/say.ts";

/** The first screen: a heading and a featured product, shown in its second image if it has one, else by its words alone. */
export const Hero = ({ heading, product }: { heading: string; product: ProductCard | null }) => (
  <section
    className={classes(
      "grid grid-cols-1 bg-sunken",
      hasImage(product) && "md:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]",
    )}
    aria-label={say("Featured today")}
  >
    <div
      className={
        "order-2 grid content-center justify-items-start gap-6 px-(--gutter) py-8 md:order-1 md:gap-8 md:py-16 " +
        "md:ps-[calc(max(0px,50vw-var(--page-width)/2-var(--gutter))+var(--gutter))] lg:pe-16"
      }
    >
      <h1 className="text-display">{heading}</h1>
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
            <UnitPrice price={product.price_per_measure} />
          </div>
          <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
            <ButtonLink
              to={paths.details(product.slug)}
              look="primary"
              size="large"
              label={say("Shop {name}", { name: product.name })}
              warm={[details(product.slug)]}
            />
            <SeeEverything />
          </div>
        </>
      ) : (
        <SeeEverything />
      )}
    </div>
    {product && hasImage(product) && (
      <div className="order-1 aspect-[5/4] md:order-2 md:aspect-auto md:min-h-[min(44rem,80vh)]">
        <ResponsiveImage
          image={product.images[1] ?? product.images[0]}
          sizes="(min-width: 769px) 50vw, 100vw"
          priority
        />
      </div>
    )}
  </section>
);

const hasImage = (product: ProductCard | null) => product !== null && product.images.length > 0;

const SeeEverything = () => <ButtonLink to={paths.products()} size="large" label={say("Shop all")} />;
