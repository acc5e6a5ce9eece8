import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { pageData } from "#web/api/page-data.ts";
import { AddToCart } from "#web/cart/add-to-cart.tsx";
import { paths } from "#web/paths.ts";
import { ProductReviews } from "#web/reviews/product-reviews.tsx";
import { productReviews } from "#web/reviews/reviews.queries.ts";
import { Breadcrumbs } from "#web/ui/breadcrumbs.tsx";
import { WishButton } from "#web/wishlist/wish-button.tsx";
import { details, related, shop } from "./catalogue.queries.ts";
import { Description, Specification } from "./description.tsx";
import { DetailsMeta } from "./details-meta.tsx";
import { Gallery } from "./gallery.tsx";
import { OptionChoice } from "./option-choice.tsx";
import { PriceBlock, StockWords } from "./price-and-stock.tsx";
import { ProductNotes } from "./product-notes.tsx";
import { ProductRow } from "./product-row.tsx";
import { ProductTitle } from "./product-title.tsx";
import { rememberViewed } from "./recent-products.ts";
import { RecentlyViewed } from "./recently-viewed.tsx";
import { canBeBought, chosenVariation, picturesOf } from "./variation-choice.ts";

const page = pageData({
  needs: ({ params }) => [details(params.slug ?? ""), shop()],
  wants: ({ params }, read) => {
    const { id, rating } = read(details(params.slug ?? "")).data;
    return rating.count > 0 ? [related(id), productReviews(id)] : [related(id)];
  },
  moved: ({ params, url }, read) => {
    const elsewhere = read(details(params.slug ?? "")).data.redirect_to;
    return elsewhere && paths.details(elsewhere) + url.search;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function DetailsPage() {
  const product = useSuspenseQuery(details(useParams().slug ?? "")).data.data;
  const others = useQuery(related(product.id)).data?.data ?? [];
  useEffect(() => rememberViewed(product), [product]);
  return (
    <main className="page-width grid gap-14 pb-24 md:gap-20">
      <DetailsMeta product={product} />
      <div className="grid gap-5 pt-5">
        <Breadcrumbs
          crumbs={[
            { label: "Home", href: paths.home() },
            ...product.breadcrumbs.map(({ name, path }) => ({ label: name, href: paths.products({ category: path }) })),
            { label: product.name },
          ]}
        />
        <Offer key={product.id} product={product} />
      </div>
      <div className="grid gap-12 md:grid-cols-2 md:gap-16">
        <Description html={product.description_html} />
        <Specification attributes={product.attributes} />
      </div>
      <ProductReviews productId={product.id} rating={product.rating} />
      <ProductRow title="You may also like" products={others.slice(0, 4)} />
      <RecentlyViewed except={product.id} />
    </main>
  );
}

/** Pictures, choice and price of a product, and its way into the cart. */
function Offer({ product }: { product: ProductDetails }) {
  const { prices_include_tax, free_delivery_from } = useSuspenseQuery(shop()).data.data;
  const here = useLocation();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<{ at: string; id: number }>();
  const asked = Number(new URLSearchParams(here.search).get("variation")) || undefined;
  // What was picked shows at once; the address follows.
  const variation = chosenVariation(product, picked?.at === here.key ? picked.id : asked);
  const pictures = picturesOf(product.images, variation);
  const choose = ({ id }: Variation) => {
    setPicked({ at: here.key, id });
    void navigate(paths.details(product.slug, id), { replace: true, preventScrollReset: true });
  };
  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:gap-12 lg:gap-16">
      <Gallery key={pictures[0]?.id} pictures={pictures} name={product.name} />
      <div className="grid content-start gap-6 md:sticky md:top-20 md:self-start">
        <ProductTitle product={product} />
        {variation && <PriceBlock variation={variation} taxIncluded={prices_include_tax} />}
        <OptionChoice product={product} chosen={variation} onChoose={choose} />
        {variation && (
          <div className="grid gap-4">
            <StockWords stock={variation.stock} />
            <AddToCart
              key={variation.id}
              variationId={variation.id}
              name={product.name}
              price={variation.price}
              most={mostOf(variation)}
              aside={<WishButton product={product} floating={false} />}
            />
          </div>
        )}
        <ProductNotes delivery={product.delivery} freeFrom={free_delivery_from} />
      </div>
    </div>
  );
}

const mostOf = (variation: Variation) => {
  const { stock, max_per_order } = variation;
  return canBeBought(variation) ? Math.min(max_per_order, stock.left ?? max_per_order) : 0;
};
