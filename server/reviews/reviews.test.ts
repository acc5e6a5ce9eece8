import { sql } from "kysely";
import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { publicName } from "./reviews.ts";

const shop = await openTestShop();
const { bought } = selling(shop);
const admin = await shop.person("admin");

/** A customer whom a product has reached. */
async function received() {
  const made = await bought();
  const sent = await shop.ask(`POST /orders/${made.id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  return { ...made, productId: made.cup.productId };
}
const review = ({ token }: { token: string }, body: object) => shop.ask("POST /review", { token, body });
const shown = async (productId: number, query = "") =>
  (await shop.ask(`GET /product/${productId}/reviews${query}`)).body;
const ratingOf = async (productId: number) =>
  (
    await sql<{
      rating_sum: number;
      rating_count: number;
    }>`select rating_sum, rating_count from products where id = ${productId}`.execute(shop.house.db)
  ).rows[0];

test("C4 a review after delivery is shown at once and counts in the product's rating", async () => {
  const { buyer, productId } = await received();
  expect((await shown(productId)).data).toEqual([]);
  const mine = await review(buyer, { product_id: productId, rating: 4, title: "Good", body: "Holds <b>coffee</b>." });
  expect(mine.status).toBe(201);
  expect(mine.body.data).toMatchObject({
    status: "published",
    verified: true,
    author: "Test P.",
    product: { id: productId, name: "Cup" },
  });
  expect((await shown(productId)).data).toMatchObject([{ rating: 4, body: "Holds <b>coffee</b>." }]);
  expect((await shown(productId, "?rating=5")).meta.total).toBe(0);
  expect(await ratingOf(productId)).toEqual({ rating_sum: 4, rating_count: 1 });
});

test("Review: by somebody whom the product has not reached is refused", async () => {
  const { buyer, cup } = await bought();
  const early = await review(buyer, { product_id: cup.productId, rating: 5 });
  expect([early.status, early.body.code]).toEqual([403, "review_not_bought"]);
  expect((await review(await shop.person(), { product_id: cup.productId, rating: 5 })).body.code).toBe(
    "review_not_bought",
  );
});

test("Review: a second replaces the first, is pending again and leaves the rating", async () => {
  const { buyer, productId } = await received();
  await review(buyer, { product_id: productId, rating: 1 });
  const second = (await review(buyer, { product_id: productId, rating: 5 })).body.data;
  expect(second).toMatchObject({ rating: 5, status: "pending" });
  expect((await shown(productId)).data).toEqual([]);
  expect(await ratingOf(productId)).toEqual({ rating_sum: 0, rating_count: 0 });
  expect((await shop.ask("GET /reviews", { token: buyer.token })).body.data).toHaveLength(1);
});

test.each(["See https://spam.example", "visit www.spam", "buy at cheap-cups.com now"])(
  "Review: a link waits to be looked at: %s",
  async (body) => {
    const { buyer, productId } = await received();
    expect((await review(buyer, { product_id: productId, rating: 5, body })).body.data.status).toBe("pending");
  },
);

test("Review: reviewers are named short", () => {
  expect([
    publicName("Ada Lovelace"),
    publicName("Ada"),
    publicName("Ada King lovelace"),
    publicName(null),
    publicName(" "),
  ]).toEqual(["Ada L.", "Ada", "Ada L.", "Customer", "Customer"]);
});
