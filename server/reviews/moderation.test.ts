import { sql } from "kysely";
import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought } = selling(shop);
const admin = await shop.person("admin");

/** A review by a customer who received the product. */
async function reviewed(text: { rating?: number; title?: string; body?: string } = {}) {
  const { id, variation, buyer } = await bought();
  const sent = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  const body = { product_id: variation.productId, rating: 4, ...text };
  const { data } = (await shop.ask("POST /review", { token: buyer.token, body })).body;
  return { buyer, productId: variation.productId, review: data as { id: number; version: number; status: string } };
}
const link = "See www.example.com";
const list = async (query: string) => (await shop.ask(`GET /reviews/admin?${query}`, { token: admin.token })).body;
const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id);
const moderate = (id: number, body: object) => shop.ask(`PATCH /reviews/${id}`, { token: admin.token, body });
const report = (id: number, { token }: { token: string }, reason = "spam") =>
  shop.ask(`POST /reviews/${id}/report`, { token, body: { reason } });

test("A7 administrators list reviews by status, stars, text, product, customer and reply", async () => {
  const pending = await reviewed({ body: link, rating: 2 });
  const { review, productId, buyer } = await reviewed({ title: "Quite 100% round", rating: 5 });
  expect((await list(`product_id=${pending.productId}`)).data).toMatchObject([
    { status: "pending", customer: { id: pending.buyer.id }, reports: [], moderated_at: null },
  ]);
  expect(await ids("view=pending")).toContain(pending.review.id);
  expect(await ids("view=published")).not.toContain(pending.review.id);
  expect(await ids("name=100%25 ROUND")).toEqual([review.id]);
  expect(await ids("name=_00")).toEqual([]);
  expect(await ids("name=cup&rating=5")).toEqual([review.id]);
  expect(await ids(`customer_id=${buyer.id}`)).toEqual([review.id]);
  expect(await ids("sort=rating")).toEqual([pending.review.id, review.id]);
  await moderate(review.id, { version: review.version, reply: "Thank you!" });
  expect(await ids("has_reply=1")).toEqual([review.id]);
  expect(await ids("has_reply=0")).toEqual([pending.review.id]);
  expect((await shop.ask(`GET /product/${productId}/reviews`)).body.data).toMatchObject([{ reply: "Thank you!" }]);
  expect((await shop.ask("GET /reviews/admin", { token: buyer.token })).status).toBe(403);
});

test("A7 reviews are exported as filtered", async () => {
  const { productId, review } = await reviewed({ title: "=1+1", rating: 3 });
  await moderate(review.id, { version: review.version, reply: "Thank you!" });
  const file = await shop.ask(`GET /reviews/export?product_id=${productId}&rating=3`, { token: admin.token });
  const [heading, ...lines] = String(file.body).trim().split("\n");
  expect(heading).toBe("created_at,product,rating,title,body,author,status,reason,reply,reports");
  expect(lines).toEqual([expect.stringMatching(/,3,'=1\+1,,[^,]+,published,,Thank you!,0$/)]);
});

test("A7 a customer's report puts a published review in the reported ones until it is dismissed or rejected", async () => {
  const { review, buyer } = await reviewed();
  const [one, other] = [await shop.person(), await shop.person()];
  expect((await report(review.id, buyer)).body.code).toBe("review_own");
  expect((await report(review.id, one, "dull")).status).toBe(400);
  for (const person of [one, one, other]) expect((await report(review.id, person)).status).toBe(204);
  expect((await list("view=reported")).data).toMatchObject([
    { id: review.id, reports: [{ reason: "spam" }, { reason: "spam" }] },
  ]);
  const dismissed = await moderate(review.id, { version: review.version, dismiss_reports: true });
  expect(dismissed.body.data).toMatchObject({ status: "published", reports: [] });
  expect(await ids("view=reported")).toEqual([]);
  // Repeating the same report notifies nobody.
  await report(review.id, one);
  expect(await ids("view=reported")).toEqual([]);
  const reopened = await moderate(review.id, { version: dismissed.body.data.version, dismiss_reports: false });
  expect(reopened.body.data.reports).toHaveLength(2);
  await moderate(review.id, { version: reopened.body.data.version, status: "rejected", reason: "Advertising" });
  expect(await ids("view=reported")).toEqual([]);
  expect((await report(review.id, await shop.person())).status).toBe(404);
});

test("A7 reviews are published and rejected in bulk, each by its version, and undone", async () => {
  const [one, two] = [await reviewed({ body: link }), await reviewed({ body: link })];
  const bulk = async (changes: object[]) =>
    (await shop.ask("POST /reviews/moderate", { token: admin.token, body: { changes } })).body.data;
  const outcome = await bulk([
    { id: one.review.id, version: one.review.version, status: "rejected", reason: "Advertising" },
    { id: two.review.id, version: two.review.version + 1, status: "rejected" },
    { id: 999_999, version: 1, status: "published" },
  ]);
  expect(outcome).toMatchObject([
    { before: { status: "pending" }, review: { status: "rejected", reason: "Advertising" }, problem: null },
    { review: null, problem: { code: "stale" } },
    { review: null, problem: { code: "not_found" } },
  ]);
  const undone = await bulk([{ id: one.review.id, version: outcome[0].review.version, status: "pending" }]);
  expect(undone).toMatchObject([{ review: { status: "pending", reason: null } }]);
  expect(await ids("view=pending")).toEqual(expect.arrayContaining([one.review.id, two.review.id]));
});

test("A7 the list shows the name of a customer until the account is deleted", async () => {
  const { buyer, review } = await reviewed();
  const nameOf = async () => (await list(`customer_id=${buyer.id}`)).data[0].customer.name;
  expect(await nameOf()).toBe("Test Person");
  await sql`update users set account_status = 'deleted', deleted_at = now() where id = ${buyer.id}`.execute(
    shop.app.db,
  );
  expect(await nameOf()).toBeNull();
  expect(review.status).toBe("published");
});

test("A7 reviews rejected together are recorded one by one, and each can be undone", async () => {
  const { review } = await reviewed();
  const { id, version, status } = review;
  const changes = [{ id, version, status: "rejected", reason: "Off topic" }];
  await shop.ask("POST /reviews/moderate", { token: admin.token, body: { changes } });
  const [entry] = (await shop.ask(`GET /audit?entity=review&entity_id=${id}`, { token: admin.token })).body.data;
  expect(entry).toMatchObject({ before: { status }, after: { status: "rejected" }, undo: "possible" });
  const undo = () => shop.ask(`POST /audit/${entry.id}/undo`, { token: admin.token });
  expect((await undo()).status).toBe(200);
  expect((await shop.ask(`GET /reviews/${id}`, { token: admin.token })).body.data.status).toBe(status);
  expect((await undo()).body.code).toBe("stale");
});
