import sharp from "sharp";
import { awaitImport, type BenchShop, call, uploadProducts } from "#bench/shop.ts";

export type Headers = Record<string, string>;

export const bulkProducts = 2000;
export const ordersToShip = 40;

export async function importProducts(shop: Pick<BenchShop, "url">, headers: Headers) {
  const { meta } = await call(shop, "GET /product/admin?per_page=1", { headers });
  const missing = bulkProducts - meta.total;
  if (missing <= 0) return;
  const rows = Array.from({ length: missing }, (_, at) => `bulk-${at},Bulk product ${at},12.00,BULK-${at},5\n`);
  const lines = ["Handle,Title,Variant Price,Variant SKU,Variant Inventory Qty\n", ...rows];
  const id = await uploadProducts(shop, headers, { lines, confirm: true });
  await awaitImport(shop, headers, { id, status: "done" });
}

/** Places paid orders until 40 wait to be shipped, and returns their numbers. */
export async function placeOrders(shop: Pick<BenchShop, "url">, headers: Headers): Promise<number[]> {
  const waiting = async (): Promise<{ number: number }[]> =>
    (await call(shop, `GET /orders?view=to_ship&per_page=${ordersToShip + 10}`, { headers })).data;
  const stock: { variation_id: number; available: number }[] = (
    await call(shop, "GET /stock?status=in_stock&per_page=100", { headers })
  ).data;
  const variation = stock.find(({ available }) => available > ordersToShip);
  if (!variation) throw new Error("no variation has enough stock");
  const goods = { lines: [{ variation_id: variation.variation_id, quantity: 1 }] };
  for (let missing = ordersToShip - (await waiting()).length; missing > 0; missing--) {
    const { data: quote } = await call(shop, "POST /orders/manual/quote", {
      headers,
      body: { ...goods, country: "DE", postal_code: "10115" },
    });
    const address = { fullname: "Bench Buyer", line1: "Street 1", city: "Berlin", postal_code: "10115", country: "DE" };
    await call(shop, "POST /orders/manual", {
      headers: { ...headers, "idempotency-key": crypto.randomUUID() },
      body: {
        ...goods,
        email: `buyer-${missing}@bench.example`,
        shipping_address: address,
        payment: "cash",
        quote_hash: quote.quote_hash,
      },
    });
  }
  return (await waiting()).map(({ number }) => number).slice(0, ordersToShip);
}

/** Photographs to upload. */
export const makeImages = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `photo-${at + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: { width: 1600, height: 1600, channels: 3, background: { r: 40 + 20 * at, g: 120, b: 160 } },
      })
        .jpeg()
        .toBuffer(),
    })),
  );
