import { countNewCustomers, getCustomerCounts, listLatestCustomers } from "#server/accounts/accounts.ts";
import { orderFigures, ordersByDay } from "#server/orders/orders.ts";
import { netByDay } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
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
  sockets.pushToAdmins("order_summary", ["orders"], async () => {
    const { timezone, currency } = await getSettings(db);
    const at = now();
    const day = localDay(at, timezone);
    // Today is compared with yesterday until the same time of day.
    const until = localTime(at, timezone);
    const figures = async (span: { from: string; to: string; until?: string }) => {
      const [net, orders] = await Promise.all([
        netByDay(db, { ...span, timezone }),
        ordersByDay(db, { ...span, timezone }),
      ]);
      return { count: orders.get(span.to) ?? 0, revenue: { amount: net.get(span.to) ?? 0, currency } };
    };
    const before = addDays(day, -1);
    const [today, yesterday, counts] = await Promise.all([
      figures({ from: day, to: day }),
      figures({ from: before, to: before, until }),
      orderFigures(db),
    ]);
    return { today, yesterday, ...counts };
  });
}
