import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Client } from "undici";
import { v7 as uuid } from "uuid";
import { createTokens } from "#server/platform/auth/tokens.ts";
import type { BenchShop } from "./shop.ts";

const address = { fullname: "Bench Buyer", line1: "Street 1", city: "Berlin", postal_code: "10115", country: "DE" };
export const pick = (list: number[]) => list[Math.floor(Math.random() * list.length)] ?? 0;

export interface Buyer {
  id: number;
  headers: Record<string, string>;
}
/** A cart with its quote, ready to be ordered. */
export interface Ready {
  buyer: Buyer;
  cartId: string;
  quote: { quote_hash: string; shipping_method_id: number };
}

/** Customers with access tokens; hashing a password for each would take minutes. */
export async function newBuyers(shop: BenchShop, database: pg.Pool, count: number): Promise<Buyer[]> {
  const { rows } = await database.query(
    "insert into users (email) select $1 || i || '@bench.example' from generate_series(1, $2::int) i returning id",
    [uuid(), count],
  );
  const tokens = createTokens(
    { current: readFileSync(join(shop.dataDir, "signing.key")), previous: undefined },
    console,
  );
  return Promise.all(
    rows.map(async (row) => {
      const claims = { userId: Number(row.id), role: "customer", sessionFamily: uuid(), epoch: 0 } as const;
      return { id: claims.userId, headers: { authorization: `Bearer ${await tokens.sign(claims)}` } };
    }),
  );
}

/** Adds a product to the cart, gets the quote, places the order and pays it. Returns the id of the order. */
export async function wholeFlow(client: Client, buyer: Buyer, variations: number[]) {
  const cart = await call<{ id: string }>(client, "POST /cart", buyer.headers, {
    variation_id: pick(variations),
    quantity: 1,
  });
  const { data: quote } = await call<{ data: Ready["quote"] }>(client, "GET /checkout/quote?country=DE", buyer.headers);
  const { data: placed } = await order(client, { buyer, cartId: cart.id, quote });
  await call(
    client,
    `POST /payments/${placed.id}`,
    { ...buyer.headers, "idempotency-key": uuid() },
    { provider: "demo", outcome: "approve" },
  );
}

export function order(client: Client, cart: Ready) {
  const headers = { ...cart.buyer.headers, "idempotency-key": uuid() };
  return call<{ data: { id: string } }>(client, "POST /orders", headers, orderBody(cart));
}

function orderBody({ cartId, quote }: Pick<Ready, "cartId" | "quote">) {
  return {
    cart_id: cartId,
    quote_hash: quote.quote_hash,
    shipping_method_id: quote.shipping_method_id,
    shipping_address: address,
  };
}

/** Calls an endpoint on one connection and returns its JSON; throws unless it succeeds. */
export async function call<T>(
  client: Client,
  route: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<T> {
  const [method, path] = route.split(" ");
  const answer = await client.request({
    method: method as "GET" | "POST",
    path: `/v1${path}`,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${route}: ${answer.statusCode} ${text}`);
  return JSON.parse(text) as T;
}
