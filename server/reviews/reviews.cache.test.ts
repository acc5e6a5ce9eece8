import sharp from "sharp";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, shipAndDeliver, product } = selling(shop);
const { token } = await openAdmin(shop);

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#a33" } })
  .png()
  .toBuffer();

async function delivered() {
  const made = await bought();
  await shipAndDeliver(made.id, { token });
  return made;
}

async function write({ token: author }: { token: string }, body: object) {
  const answer = await ask("POST /review", { token: author, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.data;
}

/** The response to photos sent for a review. */
async function sendPhotos(id: number, author: string, count: number) {
  const form = new FormData();
  for (let at = 0; at < count; at++)
    form.append("file", new Blob([new Uint8Array(png)], { type: "image/png" }), "a.png");
  const sent = new Response(form);
  return app.http.inject({
    method: "POST",
    url: `/v1/reviews/${id}/images`,
    headers: { authorization: `Bearer ${author}`, "content-type": sent.headers.get("content-type") ?? "" },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
}

test("R4 a customer's review and its photos leave unrelated pages in the cache, and lists once it is pending", async () => {
  const { buyer, variation } = await delivered();
  const { slug } = await product();
  const read = async (routes: string[]) => {
    const before = app.responseCache.counts.answer.misses;
    for (const route of routes) await ask(route);
    return app.responseCache.counts.answer.misses - before;
  };
  const unrelated = ["GET /shop", `GET /product/details/${slug}`, "GET /categories"];
  // Both show the product with its stars.
  const showing = ["GET /home", "GET /product?per_page=100"];
  await read([...unrelated, ...showing]);
  const review = await write(buyer, { product_id: variation.productId, rating: 5 });
  const list = (await ask("GET /product?per_page=100")).body.data as { id: number; rating: { count: number } }[];
  expect(list.find((card) => card.id === variation.productId)?.rating.count).toBe(1);
  const first = (await sendPhotos(review.id, buyer.token, 1)).json().data.images[0].id;
  expect(await read(unrelated)).toBe(0);
  await read(showing);
  await ask(`DELETE /reviews/${review.id}/images/${first}`, { token: buyer.token });
  await sendPhotos(review.id, buyer.token, 2);
  await write(buyer, { product_id: variation.productId, rating: 1 });
  expect(await read([...unrelated, ...showing])).toBe(0);
});

test("R4 more photos than a review may have are refused when they arrive", async () => {
  const { buyer, variation } = await delivered();
  const review = await write(buyer, { product_id: variation.productId, rating: 4 });
  expect((await sendPhotos(review.id, buyer.token, 12)).json().code).toBe("review_images_full");
  expect((await sendPhotos(review.id, buyer.token, 4)).statusCode).toBe(201);
});
