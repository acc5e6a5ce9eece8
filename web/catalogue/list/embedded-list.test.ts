import { expect, test } from "vitest";
import { bestSellers } from "#web/api/best-sellers.ts";
import { withoutUnusedFields } from "./embedded-list.ts";
import { parseFilters, productsQuery } from "./filters.ts";

const price = { amount: 900, currency: "EUR" };
const image = { url: "/a.webp", alt: "A lamp", width: 9, height: 9, dominant: null };
const card = {
  price,
  max_price: price,
  images: [image, image],
  thumbnail: "data:image/webp;base64,AA",
  variation_count: 2,
};

test("R2 the document of a list has what its tiles show; lists that other parts of the page share are whole", () => {
  const embedded = withoutUnusedFields({ data: [card], facets: [] });
  expect(embedded.data[0]).toMatchObject({ images: [{ ...image, alt: "" }], thumbnail: "" });
  const shared = { data: [card] };
  expect(withoutUnusedFields(shared)).toBe(shared);
  // The drawer of the cart shows best sellers with their thumbnails, so their reply has no facets.
  const facetsOf = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    (queryKey[1] as { query: { facets?: boolean } }).query.facets;
  expect(facetsOf(bestSellers())).toBe(false);
  expect(facetsOf(productsQuery(parseFilters(new URLSearchParams())))).not.toBe(false);
});
