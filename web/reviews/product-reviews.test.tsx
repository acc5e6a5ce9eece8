import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { queryClient } from "#web/api/call.ts";
import { ProductReviews } from "./product-reviews.tsx";

test("R3 who may write a review is said beside the button, with reviews and without", () => {
  for (const [count, rule] of [
    [3, "You can review products once they&#x27;ve been delivered."],
    [0, "Customers who bought this product can write the first review."],
  ] as const) {
    const rating = { average: count > 0 ? 5 : null, count, distribution: [0, 0, 0, 0, count] };
    const drawn = renderToStaticMarkup(
      <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
        <MemoryRouter>
          <ProductReviews product={{ id: 1, name: "Cup", rating }} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(drawn).toContain(rule);
  }
});
