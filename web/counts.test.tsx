import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Facet } from "#contract/catalogue/products.ts";
import type { OrderItem } from "#contract/orders/orders.ts";
import { setLanguage } from "#words/say.ts";
import { line, money } from "./cart/cart.fixture.ts";
import { LineProblems } from "./cart/lines/line-problems.tsx";
import { Gallery } from "./catalogue/details/gallery.tsx";
import { Zoom } from "./catalogue/details/zoom.tsx";
import { MultiFacet, RatingFacet } from "./catalogue/list/facet-fields.tsx";
import { parseFilters } from "./catalogue/list/filters.ts";
import { Lines } from "./checkout/order-summary.tsx";
import { lineProblemText } from "./checkout/placement-problem.tsx";
import { formatTimeLeft } from "./checkout/time-left.ts";
import { OrderLines } from "./orders/order-lines.tsx";
import { Shipments } from "./orders/shipments.tsx";
import { ProductReviews } from "./reviews/product-reviews.tsx";
import { HelpfulVote } from "./reviews/review-entry.tsx";
import { ReviewImages } from "./reviews/review-images.tsx";
import { productReviews } from "./reviews/reviews.queries.ts";
import { formatDeliveryDates } from "./ui/text/delivery-dates.ts";

// Texts stay English, so that all digits come from numbers, except in two texts.
const words = { "Rated {average} out of 5": "{average}", "{n} stars": { other: "{n} stars" } };
beforeEach(() => setLanguage("ar-EG", words));
afterEach(() => setLanguage("en", undefined));

const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } } });

/** Its visible texts and accessible names. */
function readOf(part: ReactElement): string {
  const page = (
    <QueryClientProvider client={client}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>
  );
  const drawn = renderToStaticMarkup(page);
  const labels = [...drawn.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
  return [drawn.replaceAll(/<[^>]*>/g, " "), ...labels].join(" ").replaceAll(/&#x?[0-9a-f]+;/gi, " ");
}

const nothing = () => undefined;
const image = (id: number) => ({ id, url: "/cup", alt: "A cup", width: 640, height: 640, dominant: "#c0ffee" });
const images = [image(1), image(2)].map((one) => ({ ...one, option_value_id: null }));
const some = { ...line(1, { quantity: 20 }), product: { id: 1, slug: "cup", name: "Cup", thumbnail: "/cup" } };
const short = { ...some, max_quantity: 3, problems: [{ code: "insufficient_stock", available: 3 } as const] };
const item: OrderItem = {
  id: 7,
  product_id: 1,
  variation_id: null,
  slug: null,
  sku: null,
  name: "Cup",
  options: [],
  thumbnail: "/cup",
  quantity: 12,
  fulfilled_qty: 12,
  cancelled_qty: 2,
  returned_qty: 2,
  returnable_qty: 0,
  returnable_until: null,
  unit_price: money(100),
  price_per_measure: null,
  discount: money(0),
  tax: money(0),
  total: money(1200),
  credited: money(0),
};
const shipment = {
  id: 1,
  status: "shipped" as const,
  carrier: null,
  tracking_number: null,
  tracking_url: "/track",
  shipped_at: "2026-03-01T12:00:00Z",
  delivered_at: null,
  cancelled_at: null,
  actions: [],
  items: [{ order_item_id: 7, quantity: 12 }],
};
const facet = (key: string, kind: Facet["kind"], swatch: string | null): Facet => ({
  key,
  kind,
  label: "Facet",
  values: [{ id: 4, label: "Value", swatch, count: 31, selected: false }],
});
const chosen = { filters: parseFilters(new URLSearchParams()), choose: nothing };
const actions = {
  setQuantity: nothing,
  saveForLater: nothing,
  acceptPrice: nothing,
  remove: nothing,
  reason: undefined,
};
const review = { id: 1, author: "Robin", helpful: 3 };
const narrowed = { data: [], meta: { page: 2, per_page: 5, total: 12, pages: 3 } };
const product = { id: 1, name: "Cup", rating: { average: 4.6, count: 31, distribution: [0, 0, 0, 9, 22] } };

test.each([
  [
    "R6 R7",
    "when a delivery arrives",
    () => <>{formatDeliveryDates({ min_days: 2, max_days: 4 }, "2026-11-24T12:00:00Z", "ar-EG")}</>,
  ],
  ["R6", "what is wrong with a line that is ordered", () => <>{lineProblemText(short)}</>],
  ["R4", "what fixes a line of the cart", () => <LineProblems line={short} saved={false} actions={actions} />],
  ["R6", "the lines of a checkout", () => <Lines lines={[some]} />],
  [
    "R7",
    "the time left to pay",
    () => <>{[300_000, 7500, 125, 45].map((seconds) => `${formatTimeLeft(seconds)}; `)}</>,
  ],
  ["R8", "the lines of an order", () => <OrderLines order={{ items: [item] }} />],
  ["R8", "what was sent of an order", () => <Shipments order={{ items: [item], fulfilments: [shipment] }} />],
  ["R3", "how many found a review helpful", () => <HelpfulVote review={review} productId={1} />],
  ["R3", "the images of a review", () => <ReviewImages images={images} author="Robin" />],
  ["R3", "the images of a product", () => <Gallery images={images} name="Cup" />],
  ["R3", "an image seen large", () => <Zoom images={images} first={0} />],
  ["R2", "filters by color", () => <MultiFacet facet={facet("option.1", "swatch", "#c0ffee")} {...chosen} />],
  ["R2", "filters by stars", () => <RatingFacet facet={facet("rating_min", "chips", null)} {...chosen} />],
  ["R3", "reviews and how their stars fall", () => <ProductReviews product={product} />],
])("%s in an Arabic shop %s: only Arabic digits", (_, __, part) => {
  client.setQueryData(productReviews(1).queryKey, narrowed);
  const read = readOf(part());
  expect(read).toMatch(/[٠-٩]/);
  expect(read).not.toMatch(/[0-9]/);
});
