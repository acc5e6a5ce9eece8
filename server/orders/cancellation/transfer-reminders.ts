import { listTransfersDue, lockOrder } from "#server/orders/orders.sql.ts";
import { addBankingMinutes } from "#server/orders/placement/banking-days.ts";
import { orderEvent } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getCachedSettings } from "#server/shop/shop.ts";

const remindedBefore = 24 * 60;
const dayMs = 86_400_000;
/** Orders read at once. */
const batchSize = 500;

/** The job that reminds customers of transfers before their orders expire. */
export function registerTransferReminders(app: App) {
  app.jobs.schedule("orders.remind-transfers", "41 * * * *", () => remindTransfers(app));
}

/** Reminds of orders that expire within a banking day and were placed more than a day ago; of each once. */
export async function remindTransfers(app: App, limit = batchSize) {
  const { timezone } = await getCachedSettings(app);
  const now = app.now();
  const due = addBankingMinutes(now, remindedBefore, timezone);
  const placedBefore = new Date(now.getTime() - dayMs);
  const listAfter = (last?: { id: string; expires_at: string }) =>
    listTransfersDue(app.db, { now, due, placedBefore }, { last, limit });
  for (let orders = await listAfter(); orders.length > 0; orders = await listAfter(orders.at(-1)))
    for (const { id } of orders)
      await inTransaction(app.db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (order?.status === "pending_payment") await app.events.emit(tx, "order.transfer_due", orderEvent(order));
      });
}
