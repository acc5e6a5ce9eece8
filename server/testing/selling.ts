import { randomUUID } from "node:crypto";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { listRows } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { setOnHand } from "#server/stock/stock.ts";
import type { ApiResponse, TestShop } from "./shop.ts";

export interface Buyer {
  id: number;
  token: string;
  email: string;
}
export const home = {
  fullname: "Ada Lovelace",
  line1: "Main Street 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE",
};

type Caller = Pick<Buyer, "token">;
type Units = { order_item_id: number; quantity: number };
type Receipt = { condition?: string; restock?: boolean; refund?: number };

const key = () => ({ "idempotency-key": randomUUID() });

/** What tests of orders share: products to sell, carts, orders and payments. */
export function selling(shop: TestShop) {
  const { app } = shop;
  const product = (what: { price?: number; stock?: number | null } = {}) => newProduct(app, what);

  const fill = (buyer: Buyer, variationId: number, quantity = 1): Promise<ApiResponse> =>
    shop.ask("POST /cart", { token: buyer.token, body: { variation_id: variationId, quantity } });

  const quote = (buyer: Buyer, query = "country=DE"): Promise<ApiResponse> =>
    shop.ask(`GET /checkout/quote?${query}`, { token: buyer.token });

  /** Places the order of a cart at its quote; `change` replaces parts of the request. */
  const order = async (buyer: Buyer, change: object = {}, headers = key()): Promise<ApiResponse> => {
    const cart = await shop.ask("GET /cart", { token: buyer.token });
    const quoted = await quote(buyer);
    return shop.ask("POST /orders", {
      token: buyer.token,
      headers,
      body: {
        cart_id: cart.body.id,
        quote_hash: quoted.body.data?.quote_hash ?? "",
        shipping_address: home,
        ...change,
      },
    });
  };

  const pay = (buyer: Buyer, orderId: string, how: object = { provider: "demo" }): Promise<ApiResponse> =>
    shop.ask(`POST /payments/${orderId}`, { token: buyer.token, headers: key(), body: how });

  /** A placed order of one product, by a new customer. */
  const placed = async ({ price = 1000, stock = 10 as number | null, quantity = 1 } = {}) => {
    const buyer = await shop.person();
    const variation = await product({ price, stock });
    await fill(buyer, variation.id, quantity);
    const { body } = await order(buyer);
    return { buyer, variation, order: body.data, id: body.data.id as string };
  };

  /** An order that is paid, by card or with cash on delivery. */
  const bought = async ({
    provider = "demo",
    ...what
  }: {
    provider?: string;
    price?: number;
    stock?: number;
    quantity?: number;
  } = {}) => {
    const made = await placed(what);
    await pay(made.buyer, made.id, { provider });
    return made;
  };

  const look = async ({ token }: Buyer, orderId: string) =>
    (await shop.ask(`GET /orders/${orderId}`, { token })).body.data;

  /** Performs an action on an order as staff: `act(id, "fulfilments")`. */
  const actAs =
    ({ token }: Caller) =>
    (id: string, what: string, body: object = {}, headers = key()): Promise<ApiResponse> =>
      shop.ask(`POST /orders/${id}/${what}`, { token, headers, body });

  return { product, fill, quote, order, pay, placed, bought, look, actAs, key, ...fulfilling(shop) };
}

function fulfilling(shop: TestShop) {
  /** Ships all that is left of an order, or `items` of it, and marks it as delivered. */
  const shipAndDeliver = async (id: string, { token }: Caller, items?: object[]) => {
    const shipped = await shop.ask(`POST /orders/${id}/fulfilments`, { token, body: { items } });
    return shop.ask(`POST /fulfilments/${shipped.body.data.fulfilments.at(-1).id}/deliver`, { token });
  };

  /** Requests and approves a return of units; returns its id. */
  const approveReturn = async (id: string, buyer: Caller, admin: Caller, units: Units[]): Promise<number> => {
    const items = units.map((unit) => ({ ...unit, reason_code: "other" }));
    const { data } = (await shop.ask("POST /returns", { token: buyer.token, body: { order_id: id, items } })).body;
    await shop.ask(`POST /returns/${data.id}/approve`, { token: admin.token, body: {} });
    return data.id;
  };

  /** Requests, approves and receives a return of units, which are sellable unless `how` says otherwise. */
  const returnUnits = async (id: string, buyer: Caller, { token }: Caller, units: Units[], how: Receipt = {}) => {
    const returnId = await approveReturn(id, buyer, { token }, units);
    const { refund, ...received } = how;
    const body = { items: units.map((unit) => ({ ...unit, condition: "sellable", ...received })), refund };
    return shop.ask(`POST /returns/${returnId}/receive`, { token, headers: key(), body });
  };

  /** The titles of payment alerts about an order, the latest first. */
  const alertTitles = async (id: string, { token }: Caller): Promise<string[]> =>
    (await shop.ask("GET /notifications?per_page=100", { token })).body.data.flatMap(
      ({ type, link, title }: Record<"type" | "link" | "title", string>) =>
        type === "payment_alert" && link === `/dashboard/orders/${id}` ? [title] : [],
    );

  return { shipAndDeliver, approveReturn, returnUnits, alertTitles };
}

/** A product with one variation at `price` minor units, with `stock` units; null for untracked stock. */
async function newProduct(app: App, { price = 1000, stock = 10 }: { price?: number; stock?: number | null }) {
  const slug = `cup-${randomUUID()}`;
  const rows = await listRows<{ id: number; product_id: number }>(app.db)`
    with kind as (insert into product_types (name, slug, return_days) values (${slug}, ${slug}, 30) returning id),
    product as (
      insert into products (slug, name, product_type_id, currency)
      select ${slug}, 'Cup', id, 'EUR' from kind
      returning id
    )
    insert into variations (product_id, price_amount, track_stock) select id, ${price}, ${stock !== null} from product
    returning id, product_id`;
  const { id, product_id: productId } = rows[0] as { id: number; product_id: number };
  await inTransaction(app.db, async (tx) => {
    if (stock !== null)
      await setOnHand(app, tx, [{ variation_id: id, on_hand: stock }], { reason: "receipt", ref: randomUUID() });
    await refreshProducts(tx, [productId]);
  });
  return { id, productId, slug };
}
