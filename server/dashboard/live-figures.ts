import { countNewCustomers, getCustomerCounts, listLatestCustomers } from "#server/accounts/accounts.ts";
import { countOrdersByDay, orderFigures } from "#server/orders/orders.ts";
import { sumNetByDay } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { getSettings, localDay, localTime } from "#server/shop/shop.ts";
import { addDays } from "./dates.ts";

const customersShown = 8;
const weekDays = 7 * 86_400_000;

/** Registers the figures pushed to administrators. */
export function registerLiveFigures({ sockets, db, now }: App) {
  sockets.pushToAdmins("user_summary", ["users"], async () => {
    const { timezone } = await getSettings(db);
    return getCustomerCounts(db, { today: localDay(now(), timezone), timezone });
  });
  sockets.pushToAdmins("new_customers", ["users"], async () => ({
    data: await listLatestCustomers(db, customersShown),
    count_7d: await countNewCustomers(db, new Date(now().getTime() - weekDays)),
  }));
  // One snapshot, so that the figures of a message never differ by an order that was paid meanwhile.
  sockets.pushToAdmins("order_summary", ["orders"], () =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((tx) => summarizeOrders(tx, now())),
  );
}

async function summarizeOrders(db: Tx, at: Date) {
  const { timezone, currency } = await getSettings(db);
  const day = localDay(at, timezone);
  const before = addDays(day, -1);
  const figures = async (span: { from: string; to: string; until?: string }) => {
    const net = await sumNetByDay(db, { ...span, timezone });
    const orders = await countOrdersByDay(db, { ...span, timezone });
    return { count: orders.get(span.to) ?? 0, revenue: { amount: net.get(span.to) ?? 0, currency } };
  };
  const today = await figures({ from: day, to: day });
  // Today is compared with yesterday until the same time of day.
  const yesterday = await figures({ from: before, to: before, until: localTime(at, timezone) });
  return { today, yesterday, ...(await orderFigures(db)) };
}
