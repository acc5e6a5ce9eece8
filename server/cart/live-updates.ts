import type { App } from "#server/platform/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import type { Owner } from "./cart.sql.ts";

const debounceMs = 100;
const pendingByApp = new WeakMap<App, Map<number, number>>();

/** Publishes the units in the cart to the customer's other windows; debounced: a NOTIFY costs as much as a change. */
export function publishQuantity(app: App, owner: Owner, quantity: number) {
  if (!("userId" in owner)) return;
  const gathered = pendingByApp.get(app) ?? new Map<number, number>();
  gathered.set(owner.userId, quantity);
  if (pendingByApp.has(app)) return;
  pendingByApp.set(app, gathered);
  setTimeout(() => {
    pendingByApp.delete(app);
    const topics = [...gathered].map(([userId, units]) => `cart_changed:${userId}:${units}`);
    inTransaction(app.db, (tx) => invalidate(tx, ...topics)).catch((error: unknown) =>
      app.log.warn({ err: error }, "a changed cart was not published to other windows"),
    );
  }, debounceMs).unref();
}
