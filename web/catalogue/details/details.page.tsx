import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { ProductCard, ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { useOrigin } from "#web/api/origin.ts";
import { pageData } from "#web/api/page-data.ts";
import { AddToCart } from "#web/cart/add/add-to-cart.tsx";
import { useProductsInCart } from "#web/cart/cart.queries.ts";
import { IncludedTax } from "#web/cart/destination/included-tax.tsx";
import { boughtTogether, details, related, shop } from "#web/catalogue/catalogue.queries.ts";
import { EnergyLabel } from "#web/catalogue/energy-label/energy-label.tsx";
import { RecentlyViewed } from "#web/catalogue/recently-viewed/recently-viewed.tsx";
import { breadcrumbData, productData } from "#web/catalogue/structured-data.ts";
import { TileActions } from "#web/catalogue/tiles/tile-actions.ts";
import { deferredComponent } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { productReviews } from "#web/reviews/reviews.queries.ts";
import { tileActions } from "#web/shell/tile-actions.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { Rating } from "#web/ui/text/rating.tsx";
import { PageWishlistButton } from "#web/wishlist/product-wishlist-button.tsx";
import { say } from "#words/say.ts";
import { Gallery } from "./gallery.tsx";
import { OptionPicker } from "./option-picker.tsx";
import { PriceBlock, StockStatus } from "./price-and-stock.tsx";
import {
  type Choice,
  initialChoice,
  isAvailable,
  matchingVariations,
  openGroups,
  variationImages,
} from "./variation-choice.ts";

const page = pageData({
  critical: ({ params }) => [details(params.slug ?? ""), shop()],
  deferred: ({ params }, read) => {
    const { id, rating } = read(details(params.slug ?? "")).data;
    const rows = [boughtTogether(id), related(id)];
    return rating.count > 0 ? [...rows, productReviews(id)] : rows;
  },
  redirect: ({ params, url }, read) => {
    const elsewhere = read(details(params.slug ?? "")).data.redirect_to;
    return elsewhere && paths.details(elsewhere) + url.search;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

const BackInStockAlert = deferredComponent(() =>
  import("#web/stock/back-in-stock-alert.tsx").then((part) => part.BackInStockAlert),
);
const DescriptionAndSpecification = deferredComponent(() =>
  import("./description.tsx").then((part) => part.DescriptionAndSpecification),
);
const ProductSafety = deferredComponent(() => import("./product-safety.tsx").then((part) => part.ProductSafety));
const DeliveryAndReturns = deferredComponent(() =>
  import("./product-notes.tsx").then((part) => part.DeliveryAndReturns),
);
const ProductDelivery = lazyComponent(() =>
  import("#web/cart/destination/product-delivery.tsx").then((part) => part.ProductDelivery),
);
const ProductReviews = deferredComponent(() =>
  import("#web/reviews/product-reviews.tsx").then((part) => part.ProductReviews),
);
const ProductRow = deferredComponent(() =>
  import("#web/catalogue/tiles/product-row.tsx").then((part) => part.ProductRow),
);

export default function DetailsPage() {
  const product = useSuspenseQuery(details(useParams().slug ?? "")).data.data;
  const inCart = useProductsInCart();
  const together = fullRow(useQuery(boughtTogether(product.id)).data?.data);
  const similar = fullRow(useQuery(related(product.id)).data?.data, together);
  const isRemembered = useSuspenseQuery(shop()).data.data.recently_viewed;
  useEffect(() => {
    if (!isRemembered) return;
    import("#web/catalogue/recently-viewed/recent-products.ts").then(
      ({ addRecentProduct: rememberViewed }) => rememberViewed(product),
      console.error,
    );
  }, [product, isRemembered]);
  return (
    <main className="page-width grid gap-14 pb-24 md:gap-20">
      <DetailsMeta product={product} />
      <div className="grid gap-5 pt-5">
        <Breadcrumbs
          crumbs={[
            { label: say("Home"), href: paths.home() },
            ...product.breadcrumbs.map(({ name, path }) => ({ label: name, href: paths.products({ category: path }) })),
            { label: product.name },
          ]}
        />
        <Offer key={product.id} product={product} />
      </div>
      <DescriptionAndSpecification
        html={product.description_html}
        attributes={product.attributes}
        country_of_origin={product.country_of_origin}
      />
      <ProductSafety safety={product.safety} />
      <ProductReviews key={product.id} product={product} />
      <TileActions value={tileActions}>
        {together.length > 0 && <ProductRow title={say("Frequently bought together")} products={together} />}
        {similar.length > 0 && <ProductRow title={say("You may also like")} products={similar} />}
        <RecentlyViewed except={[product.id, ...inCart, ...[...together, ...similar].map(({ id }) => id)]} />
      </TileActions>
    </main>
  );
}

/** A row of products that were not `shown` just above; none rather than a single one, which looks like a mistake. */
function fullRow(products: readonly ProductCard[] = [], shown: readonly ProductCard[] = []) {
  const others = products.filter(({ id }) => shown.every((one) => one.id !== id));
  return others.length > 1 ? others : [];
}

function Offer({ product }: { product: ProductDetails }) {
  const { choice, variation, choose, isGone } = useChoice(product);
  const [wasAsked, setAsked] = useState(false);
  const [missing] = openGroups(product, choice);
  const candidates = matchingVariations(product, choice);
  const shown = variation ?? cheapest(candidates);
  const delivered = (variation ? [variation] : candidates).find(isInStock);
  const delivery = delivered?.delivery === undefined ? product.delivery : delivered.delivery;
  const images = variationImages(product.images, shown);
  const askForOptions = () => {
    setAsked(true);
    const options = document.querySelectorAll<HTMLInputElement>(`input[name="option-${missing?.id}"]:enabled`);
    options[0]?.focus();
  };
  return (
    <div className="grid gap-8 sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:gap-12 lg:gap-16">
      <Gallery key={images[0]?.id} images={images} name={product.name} />
      <div className="grid content-start gap-6 md:sticky md:below-header md:self-start">
        <ProductTitle product={product} />
        {shown && (
          <PriceBlock
            variation={shown}
            from={candidates.some(({ price }) => price.amount > shown.price.amount)}
            tax={<TaxNote product={product} variation={delivered ?? shown} homeCountry={delivery?.country} />}
          />
        )}
        <EnergyLabel label={product.energy_label} />
        {isGone && <Banner role="status">{say("This option is no longer available.")}</Banner>}
        <OptionPicker
          product={product}
          choice={choice}
          chosen={variation}
          onChoose={choose}
          missing={wasAsked ? missing : undefined}
        />
        {shown && (
          <div className="grid gap-4">
            <StockStatus stock={variation?.stock} />
            <AddToCart
              variationId={variation?.id}
              titleOf={(id) => product.variations.find((one) => one.id === id)?.title}
              onMissing={askForOptions}
              name={product.name}
              price={shown.price}
              most={variation ? maxQuantity(variation) : Number(candidates.some(isAvailable))}
              aside={<PageWishlistButton product={product} />}
              instead={variation?.stock.state === "out" && <StockAlert product={product} variation={variation} />}
            />
          </div>
        )}
        <DeliveryAndReturns
          delivery={delivered && delivery && <ProductDelivery variationId={delivered.id} delivery={delivery} />}
          returns={product.returns}
        />
      </div>
    </div>
  );
}

type TaxNoteProps = { product: ProductDetails; variation: Variation; homeCountry: string | undefined };

/** What is said of the tax, by the shopper's destination where prices include it. */
function TaxNote({ product, variation, homeCountry }: TaxNoteProps) {
  const { prices_include_tax } = useSuspenseQuery(shop()).data.data;
  if (!prices_include_tax) return say("Tax calculated at checkout.");
  return <IncludedTax {...{ variation, homeCountry }} isTaxedAtHome={product.is_taxed} />;
}

const StockAlert = ({ product, variation }: { product: ProductDetails; variation: Variation }) => (
  <BackInStockAlert variationId={variation.id} name={product.name} options={variation.title} />
);

/**
 * The chosen options. They show at once; the URL follows with the variation, or the options chosen so far. `isGone` if the
 * URL has a variation that is no longer on sale.
 */
function useChoice(product: ProductDetails) {
  const here = useLocation();
  const navigate = useNavigate();
  const [selection, setSelection] = useState<{ at: string; choice: Choice }>();
  const search = new URLSearchParams(here.search);
  const requested = Number(search.getAll("variation").find(Boolean)) || undefined;
  const chosen = selection?.at === here.key ? selection.choice : undefined;
  const choice = chosen ?? initialChoice(product, requested, search.getAll("option").map(Number));
  const isGone = !chosen && requested !== undefined && product.variations.every(({ id }) => id !== requested);
  const variationOf = (options: Choice) =>
    openGroups(product, options).length === 0 ? matchingVariations(product, options)[0] : undefined;
  const choose = (next: Choice) => {
    setSelection({ at: here.key, choice: next });
    const chosen = variationOf(next);
    const address = paths.details(product.slug, chosen?.id, chosen ? [] : [...next.values()]);
    void navigate(address, { replace: true, preventScrollReset: true });
  };
  return { choice, variation: variationOf(choice), choose, isGone };
}

const cheapest = (variations: readonly Variation[]) =>
  variations.toSorted((one, other) => one.price.amount - other.price.amount)[0];

/** Without stock no delivery time is shown. */
const isInStock = ({ stock }: Variation) => stock.state !== "out" && stock.state !== "backorder";

const maxQuantity = (variation: Variation) => {
  const { stock, max_per_order } = variation;
  return isAvailable(variation) ? Math.min(max_per_order, stock.left ?? max_per_order) : 0;
};

const ProductTitle = ({ product: { name, subtitle, brand, rating } }: { product: ProductDetails }) => (
  <header className="grid gap-2">
    {brand && <p className="text-sm font-medium text-muted">{brand}</p>}
    <h1 className="text-title">{name}</h1>
    {subtitle && <p className="as-written text-lg wrap-anywhere text-muted">{subtitle}</p>}
    {rating.count > 0 && rating.average !== null && (
      <a href="#reviews" className="w-fit py-1 underline-offset-4 hover:underline">
        <Rating average={rating.average} count={rating.count} figure />
      </a>
    )}
  </header>
);

/** Metadata for search engines and link previews; all variations share one canonical URL. */
function DetailsMeta({ product }: { product: ProductDetails }) {
  const origin = useOrigin();
  const { name, slug, seo, images, price, breadcrumbs } = product;
  const above = breadcrumbs.map((step) => ({ ...step, path: paths.products({ category: step.path }) }));
  const steps = [{ name: say("Home"), path: paths.home() }, ...above, { name, path: paths.details(slug) }];
  return (
    <>
      <PageHead
        title={seo.title || name}
        description={seo.description}
        path={paths.details(slug)}
        image={images[0]}
        kind="product"
      />
      <meta property="product:price:amount" content={decimalText(price.amount, price.currency)} />
      <meta property="product:price:currency" content={price.currency} />
      <StructuredData
        about={import.meta.env.SSR && { "@graph": [productData(product, origin), breadcrumbData(steps, origin)] }}
      />
    </>
  );
}
