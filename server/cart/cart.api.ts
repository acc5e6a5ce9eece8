import { v7 } from "uuid";
import { guestCookie } from "#server/platform/caller.ts";
import type { Call, House } from "#server/platform/house.ts";
import { newSecret, secretHash } from "#server/platform/tokens.ts";
import { expireCarts, insertCart, touchCart } from "./cart.sql.ts";
import { addLine, changeLine, dropLine } from "./changes.ts";
import { mergeGuestCart } from "./merging.ts";
import { activeCart, ownerOf } from "./owner.ts";
import { shownCart } from "./pricing.ts";

const guestCookieSeconds = 30 * 24 * 60 * 60;

/** Calls of shoppers about their cart. */
export function cartRoutes(house: House) {
  const { db } = house;
  house.handle("GET /cart/guest/init", async (_input, { http }) => {
    const guestId = newSecret();
    await insertCart(db, v7(), { guestHash: secretHash(guestId) });
    keepGuestId(house, http, guestId);
    return { guest_id: guestId };
  });
  house.handle("GET /cart", async (_input, { caller, http }) => {
    const cart = await activeCart(db, ownerOf(caller));
    if (cart?.idle) {
      await touchCart(db, cart.id);
      if (caller.kind === "guest") keepGuestId(house, http, caller.guestId);
    }
    return shownCart(house, cart);
  });
  house.handle("POST /cart", ({ body }, { caller }) => addLine(house, ownerOf(caller), body));
  house.handle("PATCH /cart", ({ body }, { caller }) => changeLine(house, ownerOf(caller), body));
  house.handle("DELETE /cart/:id", ({ params }, { caller }) => dropLine(house, ownerOf(caller), params.id));

  house.happenings.on("accounts.signed-in", async (tx, { userId, role, guestId }) => {
    // Administrators have no cart: what they chose as a guest stays a guest's.
    if (guestId && role === "customer") await mergeGuestCart(tx, userId, guestId);
  });
  house.live.news("cart_changed", readNews);
  house.jobs.repeat("cart.expire", "41 * * * *", () => expireCarts(db));
}

/** The pages read this cookie to know whether a guest cart was begun, so it can't be HttpOnly (docs/decisions/0004). */
function keepGuestId({ config }: House, http: Call["http"], guestId: string) {
  const secure = http?.request.protocol === "https" || (config.publicUrl?.startsWith("https:") ?? false);
  http?.reply.setCookie(guestCookie, guestId, { path: "/", maxAge: guestCookieSeconds, sameSite: "lax", secure });
}

/** `cart_changed:<user id>:<units>` */
function readNews(topic: string) {
  const [name, userId, quantity] = topic.split(":");
  return name === "cart_changed" ? { userId: Number(userId), payload: { quantity: Number(quantity) } } : undefined;
}
