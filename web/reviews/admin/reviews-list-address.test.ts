import { expect, test } from "vitest";
import { parseReviewsList, reviewsListPath } from "./reviews-list-address.ts";

const parse = (text: string) => parseReviewsList(new URLSearchParams(text));

test("A7 the filters of the review list are in its URL, invalid ones are ignored", () => {
  const path = "/dashboard/reviews?view=reported&rating=1&product_id=7&sort=rating&name=broke&per_page=50&page=2";
  expect(reviewsListPath(parse(path.split("?")[1] ?? ""))).toBe(path);
  expect(reviewsListPath(parse("view=lost&rating=9&product_id=x&sort=best&page=0"))).toBe("/dashboard/reviews");
});
