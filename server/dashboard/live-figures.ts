import { countCustomersOnline, countNewCustomers, listLatestCustomers } from "#server/accounts/accounts.ts";
import { type Figures, listFiguresByDay, sumFigures } from "#server/figures/figures.ts";
import { orderFigures } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { getCachedSettings, getSettings, localDay, localTime } from "#server/shop/shop.ts";
import { addDays } from "./dates.ts";

const customersShown = 8;
const weekDays = 7 * 86_400_000;

/** Registers the figures pushed to the dashboard. */
export function registerLiveFigures(app: App) {
  const { sockets, db, now } = app;
  sockets.pushToAdmins("user_summary", {
    area: "customers",
    tags: ["users"],
    compute: async () => {
      const { timezone } = await getCachedSettings(app);
      const today = localDay(now(), timezone);
      const [{ customers: total, blocked_customers: blocked }, [day], online] = await Promise.all([
        sumFigures(db),
        listFiguresByDay(db, { from: today, to: today, timezone }),
        countCustomersOnline(db),
      ]);
      return { total, active: total - blocked, blocked, new_today: day?.customers ?? 0, online };
    },
  });
  sockets.pushToAdmins("new_customers", {
    area: "customers",
    tags: ["users"],
    compute: async () => ({
      data: await listLatestCustomers(db, customersShown),
      count_7d: await countNewCustomers(db, new Date(now().getTime() - weekDays)),
    }),
  });
  // One snapshot, so that the figures of a message never differ by an order that was paid meanwhile.
  sockets.pushToAdmins("order_summary", {
    area: "orders",
    tags: ["orders"],
    compute: () =>
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((tx) => summarizeOrders(tx, now())),
  });
}

async function summarizeOrders(tx: Tx, at: Date) {
  const { timezone, currency } = await getSettings(tx);
  const day = localDay(at, timezone);
  const before = addDays(day, -1);
  const figuresOf = async (on: string, until?: string) => {
    const [figures] = await listFiguresByDay(tx, { from: on, to: on, until, timezone });
    const { orders: count, revenue: amount, sales, units, refunds, carts, ordered_carts } = figures as Figures;
    return { count, revenue: { amount, currency }, day: on, sales, units, refunds, carts, ordered_carts };
  };
  const today = await figuresOf(day);
  // Today is compared with yesterday until the same time of day.
  const { count, revenue } = await figuresOf(before, localTime(at, timezone));
  const yesterday = { count, revenue };
  return { today, yesterday, ...(await orderFigures(tx)) };
}
