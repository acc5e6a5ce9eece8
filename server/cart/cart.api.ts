import { v7 } from "uuid";
import { fixedRetention } from "#contract/shop/retention-periods.ts";
import { holdCart, releaseHoldsOfEndedCarts } from "#server/cart/holds/holds.ts";
import { getMerge, mergeCustomerCart, mergeGuestCart, undoMerge } from "#server/cart/merge/merge.ts";
import type { App, Call } from "#server/platform/app.ts";
import { guestCookie, userId } from "#server/platform/auth/caller.ts";
import { createSecret, hashSecret } from "#server/platform/auth/tokens.ts";
import { addressOf } from "#server/platform/http/rate-limit.ts";
import { isSecure } from "#server/platform/http/request-origin.ts";
import { releaseHold } from "#server/stock/stock.ts";
import { addGiftCard, applyCoupon, removeCoupon, removeGiftCard } from "./adjustments.ts";
import {
  expireCarts,
  expireCustomerCart,
  findCart,
  findDestinations,
  insertCart,
  listCartOf,
  touchCart,
} from "./cart.sql.ts";
import { chooseDestination } from "./destination.ts";
import { addLine, changeLine, removeLine } from "./lines.ts";
import { findActiveCart, getDestinations, getOwner } from "./owner.ts";
import { presentCart } from "./present-cart.ts";
import { addSharedLines, listSharedLines } from "./shared-link.ts";
import { moveWishlistItemToCart } from "./wishlist-to-cart.ts";

const guestCookieSeconds = fixedRetention.guest_cart * 86_400;

/** Cart endpoints, for customers and guests. */
export function cartRoutes(app: App) {
  const { db } = app;
  followAccounts(app);
  app.handle("GET /cart/guest/init", async (_input, { http }) => {
    const known = http?.request.cookies[guestCookie];
    const cart = known ? await findCart(db, { guestHash: hashSecret(known) }) : undefined;
    const guestId = known && cart ? known : createSecret();
    if (!cart) await insertCart(db, v7(), { guestHash: hashSecret(guestId) });
    else if (cart.idle) await touchCart(db, cart.id);
    setGuestCookie(app, http, guestId);
    return { guest_id: guestId };
  });
  app.handle("GET /cart", async (_input, call) => {
    const owner = getOwner(call);
    const cart = await findActiveCart(db, owner);
    if (cart?.idle) {
      await touchCart(db, cart.id);
      if (call.caller.kind === "guest") setGuestCookie(app, call.http, call.caller.guestId);
    }
    return presentCart(app, cart, undefined, cart?.destinations ?? (await findDestinations(db, owner)));
  });
  app.handle("POST /cart", ({ body }, call) => addLine(app, getOwner(call), body));
  app.handle("PATCH /cart", ({ body }, call) => changeLine(app, getOwner(call), body));
  app.handle("POST /wishlist/:id/to-cart", ({ params, body }, { caller }) =>
    moveWishlistItemToCart(app, userId(caller), { productId: params.id, ...body }),
  );
  app.answer("GET /cart/shared", async ({ query }, call) =>
    listSharedLines(app, await getDestinations(db, call), query.items),
  );
  app.handle("POST /cart/shared", ({ body }, call) => addSharedLines(app, getOwner(call), body.items));
  app.answer("GET /cart/merge", (_input, { caller }) => getMerge(db, userId(caller)));
  app.handle("DELETE /cart/merge", (_input, { caller }) => undoMerge(app, userId(caller)));
  app.answer("PUT /cart/hold", (_input, call) => holdCart(app, getOwner(call)));
  app.handle("PUT /cart/destination", ({ body }, call) => chooseDestination(app, getOwner(call), body));
  app.handle("PUT /cart/coupon", ({ body }, call) => applyCoupon(app, getOwner(call), body.code, clientAddress(call)));
  app.handle("DELETE /cart/coupon", (_input, call) => removeCoupon(app, getOwner(call)));
  app.handle("PUT /cart/gift-card", ({ body }, call) =>
    addGiftCard(app, getOwner(call), body.code, clientAddress(call)),
  );
  app.handle("DELETE /cart/gift-card/:id", ({ params }, call) => removeGiftCard(app, getOwner(call), params.id));
  app.handle("DELETE /cart/:id", ({ params }, call) => removeLine(app, getOwner(call), params.id));

  app.sockets.forward("cart_changed", parseCartChanged);
  app.jobs.schedule("cart.expire", "41 * * * *", async () => {
    await expireCarts(db);
    await releaseHoldsOfEndedCarts(app);
  });
}

/** Carts end with their accounts, move to others and join at sign-in. */
function followAccounts(app: App) {
  for (const event of ["account.deleted", "account.claimed"] as const)
    app.events.on(event, async (tx, { userId: gone }) => {
      const ended = await expireCustomerCart(tx, gone);
      if (ended) await releaseHold(app, tx, ended);
    });
  app.events.on("account.merged", async (tx, { moved, ...merge }) => {
    moved.cart_units = await mergeCustomerCart(app, tx, merge);
  });
  app.events.on("account.replaced", async (tx, change) => void (await mergeCustomerCart(app, tx, change)));
  app.events.on("account.data_requested", async (tx, { userId: customer, data }) => {
    data.cart = await listCartOf(tx, customer);
  });
  app.events.on("account.signed_in", async (tx, { userId: customer, role, guestId }) => {
    // Administrators have no cart: the guest cart stays a guest cart.
    if (!guestId || role !== "customer") return;
    await mergeGuestCart(app, tx, customer, guestId);
  });
}

const clientAddress = ({ http }: Call) => (http ? addressOf(http.request) : "");

/** Pages read this cookie to detect a guest cart, so it can't be HttpOnly (docs/decisions/0004). */
function setGuestCookie({ config }: App, http: Call["http"], guestId: string) {
  const secure = isSecure(config, http?.request);
  http?.reply.setCookie(guestCookie, guestId, { path: "/", maxAge: guestCookieSeconds, sameSite: "lax", secure });
}

/** Parses `cart_changed:<user id>:<units>`. */
function parseCartChanged(topic: string) {
  const [name, owner, quantity] = topic.split(":");
  return name === "cart_changed" ? { userId: Number(owner), payload: { quantity: Number(quantity) } } : undefined;
}
