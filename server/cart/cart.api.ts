import { v7 } from "uuid";
import { guestCookie, userId } from "#server/platform/auth/caller.ts";
import type { Call, App } from "#server/platform/app.ts";
import { newSecret, secretHash } from "#server/platform/auth/tokens.ts";
import { letGo } from "#server/stock/stock.ts";
import { expireCarts, insertCart, touchCart } from "./cart.sql.ts";
import { addLine, changeLine, dropLine } from "./changes.ts";
import { followMerge, holdCart, letGoOfEnded } from "./holding.ts";
import { endCart } from "./leaving.sql.ts";
import { mergedUnits, mergeGuestCart, unmerge } from "./merging.ts";
import { activeCart, ownerOf } from "./owner.ts";
import { addCard, applyCoupon, dropCard, dropCoupon } from "./perks.ts";
import { shownCart } from "./pricing.ts";
import { addShared, sharedLines } from "./shared.ts";

const guestCookieSeconds = 30 * 24 * 60 * 60;

/** Calls of shoppers about their cart. */
export function cartRoutes(app: App) {
  const { db } = app;
  app.events.on("account.deleted", async (tx, { userId: gone }) => {
    const ended = await endCart(tx, gone);
    if (ended) await letGo(app, tx, ended);
  });
  app.handle("GET /cart/guest/init", async (_input, { http }) => {
    const guestId = newSecret();
    await insertCart(db, v7(), { guestHash: secretHash(guestId) });
    keepGuestId(app, http, guestId);
    return { guest_id: guestId };
  });
  app.handle("GET /cart", async (_input, { caller, http }) => {
    const cart = await activeCart(db, ownerOf(caller));
    if (cart?.idle) {
      await touchCart(db, cart.id);
      if (caller.kind === "guest") keepGuestId(app, http, caller.guestId);
    }
    return shownCart(app, cart);
  });
  app.handle("POST /cart", ({ body }, { caller }) => addLine(app, ownerOf(caller), body));
  app.handle("PATCH /cart", ({ body }, { caller }) => changeLine(app, ownerOf(caller), body));
  app.handle("GET /cart/shared", async ({ query }) => ({ data: await sharedLines(app, query.items) }));
  app.handle("POST /cart/shared", ({ body }, { caller }) => addShared(app, ownerOf(caller), body.items));
  app.handle("GET /cart/merge", async (_input, { caller }) => ({ data: await mergedUnits(db, userId(caller)) }));
  app.handle("DELETE /cart/merge", (_input, { caller }) => unmerge(app, userId(caller)));
  app.handle("PUT /cart/hold", async (_input, { caller }) => ({ data: await holdCart(app, ownerOf(caller)) }));
  app.handle("PUT /cart/coupon", ({ body }, call) => applyCoupon(app, ownerOf(call.caller), body.code, from(call)));
  app.handle("DELETE /cart/coupon", (_input, { caller }) => dropCoupon(app, ownerOf(caller)));
  app.handle("PUT /cart/gift-card", ({ body }, call) => addCard(app, ownerOf(call.caller), body.code, from(call)));
  app.handle("DELETE /cart/gift-card/:id", ({ params }, { caller }) => dropCard(app, ownerOf(caller), params.id));
  app.handle("DELETE /cart/:id", ({ params }, { caller }) => dropLine(app, ownerOf(caller), params.id));

  app.events.on("account.signed_in", async (tx, { userId: customer, role, guestId }) => {
    // Administrators have no cart: what they chose as a guest stays a guest's.
    if (!guestId || role !== "customer") return;
    const merged = await mergeGuestCart(tx, customer, guestId);
    if (merged) await followMerge(app, tx, merged);
  });
  app.live.news("cart_changed", readNews);
  app.jobs.repeat("cart.expire", "41 * * * *", async () => {
    await expireCarts(db);
    await letGoOfEnded(app);
  });
}

/** The address a call comes from. */
const from = ({ http }: Call) => http?.request.ip ?? "";

/** The pages read this cookie to know whether a guest cart was begun, so it can't be HttpOnly (docs/decisions/0004). */
function keepGuestId({ config }: App, http: Call["http"], guestId: string) {
  const secure = http?.request.protocol === "https" || (config.publicUrl?.startsWith("https:") ?? false);
  http?.reply.setCookie(guestCookie, guestId, { path: "/", maxAge: guestCookieSeconds, sameSite: "lax", secure });
}

/** `cart_changed:<user id>:<units>` */
function readNews(topic: string) {
  const [name, owner, quantity] = topic.split(":");
  return name === "cart_changed" ? { userId: Number(owner), payload: { quantity: Number(quantity) } } : undefined;
}
