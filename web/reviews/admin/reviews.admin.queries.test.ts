import { expect, test } from "vitest";
import { reviewsList } from "./reviews.admin.queries.ts";

const parse = (text: string) => reviewsList.read(new URLSearchParams(text));

test("A7 the filters of the review list are in its URL, invalid ones are ignored", () => {
  const path = "/dashboard/reviews?view=reported&rating=1&product_id=7&name=broke&sort=rating&per_page=50&page=2";
  expect(reviewsList.write(parse(path.split("?")[1] ?? ""))).toBe(path);
  expect(reviewsList.write(parse("view=lost&rating=9&product_id=x&sort=best&page=0"))).toBe("/dashboard/reviews");
});
