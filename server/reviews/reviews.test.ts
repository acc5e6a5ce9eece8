import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { listRatingInconsistencies } from "./moderation.sql.ts";
import { publicName, unverifyReviews } from "./reviews.ts";

const shop = await openTestShop();
const { bought, product, fill, order, pay, look } = selling(shop);
const admin = await shop.person("admin");

/** A customer who received a product. */
async function received() {
  const made = await bought();
  const sent = await shop.ask(`POST /orders/${made.id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  return { ...made, productId: made.variation.productId };
}
const review = ({ token }: { token: string }, body: object) => shop.ask("POST /review", { token, body });
const shown = async (productId: number, query = "") =>
  (await shop.ask(`GET /product/${productId}/reviews${query}`)).body;
const ratingOf = async (productId: number) =>
  (
    await sql<{
      rating_sum: number;
      rating_count: number;
    }>`select rating_sum, rating_count from products where id = ${productId}`.execute(shop.app.db)
  ).rows[0];

test("C4 a review after delivery is published immediately and counts in the product's rating", async () => {
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

test("C4 a review of what was returned or refunded in full is no verified purchase", async () => {
  const [returned, refunded, kept] = [await received(), await received(), await received()];
  const { approveReturn } = selling(shop);
  const badgeOf = async ({ productId }: typeof kept) => (await shown(productId)).data[0].verified;
  for (const made of [returned, refunded, kept]) {
    await review(made.buyer, { product_id: made.productId, rating: 4 });
    expect(await badgeOf(made)).toBe(true);
  }
  const units = [{ order_item_id: returned.order.items[0].id, quantity: 1 }];
  const returnId = await approveReturn(returned.id, returned.buyer, admin, units);
  const items = units.map((unit) => ({ ...unit, condition: "sellable" }));
  await shop.ask(`POST /returns/${returnId}/receive`, { token: admin.token, body: { items } });
  const body = { amount: refunded.order.total.amount, reason: "Sorry" };
  const headers = { "idempotency-key": crypto.randomUUID() };
  await shop.ask(`POST /orders/${refunded.id}/refunds`, { token: admin.token, headers, body });
  await inTransaction(shop.app.db, unverifyReviews);
  expect([await badgeOf(returned), await badgeOf(refunded), await badgeOf(kept)]).toEqual([false, false, true]);
  const again = await review(returned.buyer, { product_id: returned.productId, rating: 2 });
  expect(again.body.data.verified).toBe(false);
});

test("A7 reviews wait for approval where the shop wants that", async () => {
  const { buyer, productId } = await received();
  const approve = (approve_reviews: boolean) =>
    inTransaction(shop.app.db, (tx) => updateSettings(tx, { approve_reviews }));
  await approve(true);
  const mine = await review(buyer, { product_id: productId, rating: 2, body: "Broke." });
  await approve(false);
  expect(mine.body.data.status).toBe("pending");
  expect((await shown(productId)).data).toEqual([]);
  expect(await ratingOf(productId)).toEqual({ rating_sum: 0, rating_count: 0 });
});

test("C4 text that the database can't store is bad input", async () => {
  const { buyer, productId } = await received();
  const answer = await review(buyer, { product_id: productId, rating: 4, body: "NUL \0 here" });
  expect([answer.status, answer.body.code]).toEqual([400, "bad_input"]);
});

test("Review: customers who have not received the product can't review it", async () => {
  const { buyer, variation } = await bought();
  const early = await review(buyer, { product_id: variation.productId, rating: 5 });
  expect([early.status, early.body.code]).toEqual([403, "review_not_bought"]);
  expect((await review(await shop.person(), { product_id: variation.productId, rating: 5 })).body.code).toBe(
    "review_not_bought",
  );
});

test("Review: a line cancelled while the rest was delivered can't be reviewed", async () => {
  const buyer = await shop.person();
  const [kept, dropped] = [await product(), await product()];
  for (const { id } of [kept, dropped]) await fill(buyer, id);
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  const { items } = await look(buyer, id);
  const line = items.find((item: { product_id: number }) => item.product_id === dropped.productId);
  const cancelled = await shop.ask(`POST /orders/${id}/lines/cancel`, {
    token: admin.token,
    body: { items: [{ order_item_id: line.id, quantity: 1 }] },
  });
  expect(cancelled.status).toBe(200);
  const sent = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  const waiting = (await shop.ask("GET /reviews/waiting", { token: buyer.token })).body.data;
  expect(waiting.map((one: { id: number }) => one.id)).toEqual([kept.productId]);
  expect((await review(buyer, { product_id: dropped.productId, rating: 5 })).body.code).toBe("review_not_bought");
  expect((await review(buyer, { product_id: kept.productId, rating: 5 })).status).toBe(201);
});

test("Review: a second review replaces the first, is pending and does not count in the rating", async () => {
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

test("Review: reviewers are shown by first name and initial", () => {
  expect([
    publicName("Ada Lovelace"),
    publicName("Ada"),
    publicName("Ada King lovelace"),
    publicName("Ada 𝒳enia"),
    publicName(null),
    publicName(" "),
  ]).toEqual(["Ada L.", "Ada", "Ada L.", "Ada 𝒳.", "Customer", "Customer"]);
});

const decide = (id: number, body: object) => shop.ask(`PATCH /reviews/${id}`, { token: admin.token, body });
const written = async (body: object = { rating: 4 }) => {
  const made = await received();
  const { data } = (await review(made.buyer, { product_id: made.productId, ...body })).body;
  return { ...made, review: data as { id: number; version: number; status: string } };
};

test("Review: an administrator publishes, rejects and answers, and the rating is updated at once", async () => {
  const { productId, buyer, review: mine } = await written({ rating: 2, body: "See https://elsewhere.example" });
  expect(mine.status).toBe("pending");
  const waiting = (await shop.ask("GET /reviews/admin?view=pending", { token: admin.token })).body.data;
  expect(waiting.map(({ id }: { id: number }) => id)).toContain(mine.id);
  const shownNow = await decide(mine.id, { version: mine.version, status: "published", reply: "Thank you!" });
  expect(shownNow.body.data).toMatchObject({ status: "published", reply: "Thank you!", version: mine.version + 1 });
  expect(await ratingOf(productId)).toEqual({ rating_sum: 2, rating_count: 1 });
  expect((await shown(productId)).data).toMatchObject([{ id: mine.id, reply: "Thank you!" }]);
  const late = await decide(mine.id, { version: mine.version, status: "rejected" });
  expect([late.status, late.body.code]).toEqual([409, "stale"]);
  await decide(mine.id, { version: mine.version + 1, status: "rejected", reason: "Please leave out the link." });
  expect(await ratingOf(productId)).toEqual({ rating_sum: 0, rating_count: 0 });
  expect((await shown(productId)).data).toEqual([]);
  expect((await shop.ask("GET /reviews", { token: buyer.token })).body.data).toMatchObject([
    { status: "rejected", reason: "Please leave out the link.", body: "See https://elsewhere.example" },
  ]);
  expect((await decide(999_999, { version: 1 })).status).toBe(404);
  expect(await listRatingInconsistencies(shop.app.db)).toEqual([]);
});

test("Review: moderating an outdated version is a conflict", async () => {
  const { buyer, productId, review: mine } = await written();
  const [published, changed] = await Promise.all([
    decide(mine.id, { version: mine.version, status: "published" }),
    review(buyer, { product_id: productId, rating: 1, body: "Broke." }),
  ]);
  expect([200, 409]).toContain(published.status);
  expect(changed.body.data).toMatchObject({ status: "pending", body: "Broke." });
  expect(await ratingOf(productId)).toEqual({ rating_sum: 0, rating_count: 0 });
});

test("Review: a customer can write five reviews a day", async () => {
  const { buyer } = await written();
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => received()));
  await sql`
    update orders
    set user_id = ${buyer.id}
    where user_id = any(${others.map((made) => made.buyer.id)}::bigint[])`.execute(shop.app.db);
  const answers: number[] = [];
  for (const { productId } of others) answers.push((await review(buyer, { product_id: productId, rating: 5 })).status);
  expect(answers).toEqual([201, 201, 201, 201, 429]);
  expect((await shop.ask("GET /reviews/waiting", { token: buyer.token })).body.data).toHaveLength(1);
  const sixth = await review(buyer, { product_id: others[4]?.productId, rating: 5 });
  expect(sixth.body.message).toContain("up to five reviews a day");
  expect((await review(buyer, { product_id: others[0]?.productId, rating: 4 })).status).toBe(429);
  await sql`update reviews set created_at = now() - interval '2 days' where user_id = ${buyer.id}`.execute(shop.app.db);
  for (let rating = 1; rating <= 5; rating++)
    expect((await review(buyer, { product_id: others[0]?.productId, rating })).status).toBe(201);
  expect((await review(buyer, { product_id: others[0]?.productId, rating: 4 })).status).toBe(429);
});

test("C4 A7 moderated and seeded reviews do not count towards the daily limit", async () => {
  const { buyer } = await written();
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => received()));
  await sql`
    update orders
    set user_id = ${buyer.id}
    where user_id = any(${others.map((made) => made.buyer.id)}::bigint[])`.execute(shop.app.db);
  for (const { productId } of others.slice(0, 4)) await review(buyer, { product_id: productId, rating: 5 });
  await sql`update reviews set created_at = now() - interval '30 days' where user_id = ${buyer.id}`.execute(
    shop.app.db,
  );
  expect((await review(buyer, { product_id: others[4]?.productId, rating: 5 })).status).toBe(201);
});

test("C11 customers have one vote on a review of somebody else, can change it, and sort by votes", async () => {
  const { buyer, productId, review: mine } = await written();
  const other = await shop.person();
  const vote = (token: string, value: number) =>
    shop.ask(`POST /reviews/${mine.id}/vote`, { token, body: { value } }).then(({ body }) => body.data ?? body.code);
  expect(await vote(other.token, 1)).toEqual({ helpful: 1, unhelpful: 0, value: 1 });
  expect(await vote(other.token, 1)).toEqual({ helpful: 1, unhelpful: 0, value: 1 });
  expect((await shown(productId)).data).toMatchObject([{ helpful: 1 }]);
  expect((await shown(productId, "?sort=helpful")).data).toMatchObject([{ id: mine.id }]);
  const seen = (await shop.ask(`GET /product/${productId}/reviews/mine`, { token: other.token })).body.data;
  expect(seen).toEqual({ may_write: false, review: null, votes: [{ review_id: mine.id, value: 1 }] });
  expect(await vote(other.token, -1)).toEqual({ helpful: 0, unhelpful: 1, value: -1 });
  expect(await vote(other.token, 0)).toEqual({ helpful: 0, unhelpful: 0, value: 0 });
  expect(await vote(buyer.token, 1)).toBe("review_own");
  await decide(mine.id, { version: mine.version, status: "rejected" });
  expect(await vote(other.token, 1)).toBe("not_found");
});

test("C11 concurrent votes are all counted", async () => {
  const { productId, review: mine } = await written();
  const people = await Promise.all(Array.from({ length: 12 }, () => shop.person()));
  await Promise.all(
    people.map(({ token }) => shop.ask(`POST /reviews/${mine.id}/vote`, { token, body: { value: 1 } })),
  );
  expect((await shown(productId)).data).toMatchObject([{ helpful: 12 }]);
});

test("Review: authors add up to four images, which are moderated", async () => {
  const { buyer, productId, review: mine } = await written();
  const stranger = await shop.person();
  const send = async (token: string, ...files: Buffer[]) =>
    shop.ask(`POST /reviews/${mine.id}/images`, await form(token, files));
  expect((await send(stranger.token, await square("#ff0000"))).status).toBe(404);
  const added = await send(buyer.token, await square("#ff0000"), await square("#00ff00"), await square("#0000ff"));
  expect(added.status).toBe(201);
  expect(added.body.data).toMatchObject({ status: "pending", images: [{ width: 40 }, { width: 40 }, { width: 40 }] });
  expect(await ratingOf(productId)).toEqual({ rating_sum: 0, rating_count: 0 });
  const tooMany = await send(buyer.token, await square("#ffffff"), await square("#000000"));
  expect([tooMany.status, tooMany.body.code]).toEqual([409, "review_images_full"]);
  const noImage = await send(buyer.token, Buffer.from("<svg onload='alert(1)'/>"));
  expect([noImage.status, noImage.body.code]).toEqual([415, "upload_unreadable"]);
  const image = `/reviews/${mine.id}/images/${added.body.data.images[0].id}`;
  expect((await shop.ask(`DELETE ${image}`, { token: stranger.token })).status).toBe(404);
  expect((await shop.ask(`DELETE ${image}`, { token: buyer.token })).body.data.images).toHaveLength(2);
  expect((await shop.ask(`DELETE ${image}`, { token: buyer.token })).status).toBe(404);
  await decide(mine.id, { version: added.body.data.version, status: "published" });
  const [public_] = (await shown(productId)).data;
  expect(public_.images.map(({ url }: { url: string }) => url)).toEqual([
    expect.stringMatching(/^\/images\//),
    expect.stringMatching(/^\/images\//),
  ]);
});

test("Review: an image deleted by an administrator is gone immediately", async () => {
  const { buyer, productId, review: mine } = await written();
  const sent = await form(buyer.token, [await square("#aa5500"), await square("#0055aa")]);
  const { version, images } = (await shop.ask(`POST /reviews/${mine.id}/images`, sent)).body.data;
  await decide(mine.id, { version, status: "published" });
  const ids = async () => (await shown(productId)).data[0].images.map(({ id }: { id: number }) => id);
  expect(await ids()).toEqual([images[0].id, images[1].id]);
  expect((await shop.ask(`DELETE /images/${images[0].id}`, { token: admin.token })).status).toBe(204);
  expect(await ids()).toEqual([images[1].id]);
});

const square = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function form(token: string, files: Buffer[]) {
  const data = new FormData();
  for (const [at, file] of files.entries()) data.append("file", new Blob([new Uint8Array(file)]), `${at}.png`);
  const request = new Request("http://shop/", { method: "POST", body: data });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { token, headers, body: Buffer.from(await request.arrayBuffer()) };
}

test("P5 R8 customers list their own reviews, votes and products to review", async () => {
  const { buyer, productId } = await received();
  const stranger = await shop.person();
  const waiting = async () => (await shop.ask("GET /reviews/waiting", { token: buyer.token })).body.data;
  expect(await waiting()).toMatchObject([{ id: productId, name: "Cup" }]);
  const { body: second } = await shop.ask("GET /reviews/waiting?page=2", { token: buyer.token });
  expect(second).toMatchObject({ data: [], meta: { total: 1, pages: 1 } });
  expect((await shop.ask(`GET /product/${productId}/reviews/mine`, { token: buyer.token })).body.data).toEqual({
    may_write: true,
    review: null,
    votes: [],
  });
  await review(buyer, { product_id: productId, rating: 3 });
  expect(await waiting()).toEqual([]);
  expect((await shop.ask("GET /reviews", { token: stranger.token })).body.data).toEqual([]);
  expect((await shop.ask("GET /reviews", { token: buyer.token })).body.data).toMatchObject([{ rating: 3 }]);
  expect((await shop.ask("GET /reviews", { token: admin.token })).body.data).toEqual([]);
});
