import type { OrderHead } from "#server/orders/orders.sql.ts";
import { type Actor, writeHoldReason } from "#server/orders/status/transitions.sql.ts";
import { move, note } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { text } from "#words/say.ts";
import { completeIfDone } from "./completion.ts";
import { outOfCart } from "./order-stock.ts";

export const provider: Actor = { type: "provider", id: null };

/** Releases and sells an order that was held as too little was paid. */
export async function releaseSettled(app: App, tx: Tx, order: OrderHead, text: string) {
  const sold = await move(app, tx, order, "release", { actor: provider, sells: true, text });
  await outOfCart(app, tx, sold);
  await note(app, tx, sold, provider, { type: "confirmed", text: confirmed, isPublic: true });
}
const confirmed = text("Order confirmed.");

/** Releases an order whose expired authorization was paid another way; one that an administrator held before stays on hold. */
export async function releaseReplaced(app: App, tx: Tx, order: OrderHead) {
  const text = "What the lapsed promise was for was paid another way.";
  if (order.hold_note === null)
    await completeIfDone(app, tx, await move(app, tx, order, "release", { actor: provider, text }));
  else {
    await writeHoldReason(tx, order.id, null);
    await note(app, tx, order, provider, { type: "paid", text, isPublic: false });
  }
}
