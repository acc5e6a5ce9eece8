import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, expect, test } from "vitest";
import type { ClientEvents, LiveOrderSummary, ServerEvents } from "#contract/events.ts";
import { openApp } from "#server/app.ts";
import type { App } from "#server/platform/app.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

// Two processes of one shop: the same database and signing key, each with its own sockets.
const here = await openTestShop();
const there = await openApp(here.app.config, here.app.database.connection);
const { placed, pay } = selling(here);
const sockets: Socket[] = [];

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await there.close();
});

const listening = async ({ http }: App) => {
  await http.listen({ host: "127.0.0.1", port: 0 });
  return (http.server.address() as AddressInfo).port;
};
const [hereAt, thereAt] = [await listening(here.app), await listening(there.app)];

function plug(port: number, token: string) {
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}`, {
    transports: ["websocket"],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  sockets.push(socket as unknown as Socket);
  return socket;
}

/** The next message of an event that passes the check. */
const nextEvent = <E extends keyof ServerEvents>(
  socket: Socket<ServerEvents, ClientEvents>,
  event: E,
  isWanted: (message: Parameters<ServerEvents[E]>[0]) => boolean = () => true,
) =>
  new Promise<Parameters<ServerEvents[E]>[0]>((resolve) => {
    const listener = (message: Parameters<ServerEvents[E]>[0]) => {
      if (!isWanted(message)) return;
      socket.off(event, listener as never);
      resolve(message);
    };
    socket.on(event, listener as never);
  });

test("L6 an order placed on one process reaches an administrator and its customer on another", async () => {
  const admin = await here.person("admin");
  const watching = plug(thereAt, admin.token);
  const before = await nextEvent(watching, "order_summary");
  const { buyer, id } = await placed({ price: 1000 });
  const customer = plug(thereAt, buyer.token);
  await nextEvent(customer, "notification_summary");

  const [figures, badge, change] = [
    nextEvent(watching, "order_summary", (summary) => summary.to_ship === before.to_ship + 1),
    nextEvent(watching, "notification_summary", ({ badges }) =>
      badges.some((one) => one.type === "new_order" && one.unread === 1),
    ),
    nextEvent(customer, "order_changed", ({ status }) => status === "confirmed"),
  ];
  await pay(buyer, id);
  const after: LiveOrderSummary = await figures;
  expect(after.seq).toBeGreaterThan(before.seq);
  expect(after.total).toBe(before.total + 1);
  expect(after.today).toMatchObject({
    count: before.today.count + 1,
    sales: before.today.sales + 1490,
    units: before.today.units + 1,
    ordered_carts: before.today.ordered_carts + 1,
    revenue: { amount: before.today.revenue.amount + 1490, currency: "EUR" },
  });
  expect((await badge).unread).toBe(1);
  expect(await change).toEqual({ order_id: id, status: "confirmed" });
});

test("A2 a sign-up changes the figures of users and new customers without a reload", async () => {
  const admin = await here.person("admin");
  const watching = plug(hereAt, admin.token);
  const [users] = await Promise.all([nextEvent(watching, "user_summary"), nextEvent(watching, "new_customers")]);
  const grown = nextEvent(watching, "user_summary", ({ total }) => total > users.total);
  const joined = nextEvent(watching, "new_customers", ({ data }) =>
    data.some((one) => one.email === "joined@example.com"),
  );
  const body = { email: "joined@example.com", password: "password-1", fullname: "Joan Clarke" };
  expect((await here.ask("POST /auth/register", { body })).status).toBe(201);
  expect(await grown).toMatchObject({ total: users.total + 1, new_today: users.new_today + 1 });
  expect((await joined).data[0]).toMatchObject({ fullname: "Joan Clarke" });
});

test("L6 visitors of one process are counted for an administrator on another, by page", async () => {
  const watching = plug(thereAt, (await here.person("admin")).token);
  const counts = nextEvent(watching, "live_visitors", ({ pages }) => pages.checkout > 0);
  const buyer = await here.person();
  await here.ask("GET /checkout/quote", { token: buyer.token });
  await selling(here).fill(buyer, (await selling(here).product()).id);
  await selling(here).quote(buyer);
  expect(await counts).toMatchObject({ visitors: 1, pages: { checkout: 1 } });
});

test("L6 a visitor whose requests reach several processes is counted once, on the last page", async () => {
  const watching = plug(hereAt, (await here.person("admin")).token);
  const visit = (app: App, url: string) =>
    app.http.inject({ method: "GET", url, headers: { "user-agent": "Mozilla/5.0 (one browser)" } });
  const atHome = nextEvent(watching, "live_visitors", ({ pages }) => pages.home > 0);
  await visit(here.app, "/v1/home");
  const { visitors } = await atHome;
  const onList = nextEvent(watching, "live_visitors", ({ pages }) => pages.lists > 0);
  await visit(there.app, "/v1/product");
  expect(await onList).toMatchObject({ visitors, pages: { home: 0, lists: 1 } });
});

test("L3 a notification read over the socket lowers the count; another user's notification is not found", async () => {
  const { buyer, id } = await placed();
  await pay(buyer, id);
  const socket = plug(hereAt, buyer.token);
  const { unread, latest } = await nextEvent(socket, "notification_summary");
  expect(unread).toBe(1);
  const other = plug(hereAt, (await here.person()).token);
  const message = { notification_id: latest[0]?.notification_id ?? 0 };
  expect(await other.emitWithAck("read_notification", message)).toEqual({ ok: false });
  const summary = nextEvent(socket, "notification_summary", ({ unread }) => unread === 0);
  expect(await socket.emitWithAck("read_notification", message)).toEqual({ ok: true });
  expect((await summary).unread).toBe(0);
  expect(await socket.emitWithAck("mark_all_notifications_read", {})).toEqual({ ok: true });
});
