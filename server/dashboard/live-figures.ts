import { countNewCustomers, getCustomerCounts, listLatestCustomers } from "#server/accounts/accounts.ts";
import { orderFigures, ordersByDay } from "#server/orders/orders.ts";
import { netByDay } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { getSettings, localDay } from "#server/shop/shop.ts";
import { addDays } from "./dates.ts";

const customersShown = 8;
const weekDays = 7 * 86_400_000;

/** The figures pushed to administrators. */
export function getLiveFigures({ sockets, db, now }: App) {
  sockets.pushToAdmins("user_summary", ["users"], async () => {
    const { timezone } = await getSettings(db);
    return getCustomerCounts(db, { today: localDay(now(), timezone), timezone });
  });
  sockets.pushToAdmins("new_customers", ["users"], async () => ({
    data: await listLatestCustomers(db, customersShown),
    count_7d: await countNewCustomers(db, new Date(now().getTime() - weekDays)),
  }));
  sockets.pushToAdmins("order_summary", ["orders"], async () => {
    const { timezone, currency } = await getSettings(db);
    const today = localDay(now(), timezone);
    const yesterday = addDays(today, -1);
    const span = { from: yesterday, to: today, timezone };
    const [net, orders, counts] = await Promise.all([netByDay(db, span), ordersByDay(db, span), orderFigures(db)]);
    const of = (day: string) => ({ count: orders.get(day) ?? 0, revenue: { amount: net.get(day) ?? 0, currency } });
    return { today: of(today), yesterday: of(yesterday), ...counts };
  });
}
