import type pg from "pg";
import { accountsRoutes } from "./accounts/accounts.api.ts";
import { cartRoutes } from "./cart/cart.api.ts";
import { catalogueRoutes } from "./catalogue/catalogue.api.ts";
import { checkoutRoutes } from "./checkout/checkout.api.ts";
import { couponsRoutes } from "./coupons/coupons.api.ts";
import { dashboardRoutes } from "./dashboard/dashboard.api.ts";
import { giftCardsRoutes } from "./gift-cards/gift-cards.api.ts";
import { imagesRoutes } from "./images/images.api.ts";
import { importsRoutes } from "./imports/imports.api.ts";
import { invoicesRoutes } from "./invoices/invoices.api.ts";
import { ledgerRoutes } from "./ledger/ledger.api.ts";
import { emailsRoutes } from "#server/emails/emails.api.ts";
import { notificationsRoutes } from "./notifications/notifications.api.ts";
import { ordersRoutes } from "./orders/orders.api.ts";
import { paymentsRoutes } from "./payments/payments.api.ts";
import { openBus } from "#server/platform/cache/bus.ts";
import type { Config } from "./platform/config.ts";
import { type Connection, openDatabase } from "#server/platform/database/database.ts";
import { callTable } from "#server/platform/http/endpoints.ts";
import { createEvents } from "#server/platform/events.ts";
import { health } from "#server/platform/http/health.ts";
import type { App } from "#server/platform/app.ts";
import { httpServer } from "#server/platform/http/http-server.ts";
import { forgetOldKeys } from "#server/platform/http/idempotency.ts";
import { jobQueue } from "#server/platform/jobs/jobs.ts";
import { liveSockets } from "#server/platform/sockets/sockets.ts";
import { postOffice } from "#server/platform/mailer.ts";
import { metrics } from "#server/platform/http/metrics.ts";
import { forgetOldCounts } from "#server/platform/http/rate-limit.ts";
import { readCache } from "#server/platform/cache/response-cache.ts";
import { signingKey } from "#server/platform/auth/signing-key.ts";
import { keepStandings } from "#server/platform/auth/account-status.ts";
import { accessTokens } from "#server/platform/auth/tokens.ts";
import { reviewsRoutes } from "./reviews/reviews.api.ts";
import { shippingRoutes } from "./shipping/shipping.api.ts";
import { useShopLanguage } from "./shop/language.ts";
import { shopRoutes } from "./shop/shop.api.ts";
import { stockRoutes } from "./stock/stock.api.ts";
import { taxesRoutes } from "./taxes/taxes.api.ts";
import { wishlistRoutes } from "./wishlist/wishlist.api.ts";

/** Every room, from the ground up. */
const rooms: ((app: App) => void)[] = [
  shopRoutes,
  imagesRoutes,
  accountsRoutes,
  stockRoutes,
  taxesRoutes,
  shippingRoutes,
  catalogueRoutes,
  importsRoutes,
  wishlistRoutes,
  couponsRoutes,
  giftCardsRoutes,
  cartRoutes,
  paymentsRoutes,
  ordersRoutes,
  invoicesRoutes,
  reviewsRoutes,
  checkoutRoutes,
  notificationsRoutes,
  emailsRoutes,
  ledgerRoutes,
  dashboardRoutes,
];

const readCacheBytes = 8 * 1024 * 1024;

export interface Shop {
  app: App;
  /** Stops taking requests, finishes those taken, and lets go of the database. */
  close(): Promise<void>;
}

/** Puts the shop together on a migrated database. It neither listens nor works jobs until told. */
export async function openShop(config: Config, connection: Connection, { now = () => new Date() } = {}): Promise<Shop> {
  const http = await httpServer(config);
  const log = http.log;
  const database = openDatabase(connection, {
    onError: (error) => log.warn({ err: error }, "a database connection was lost"),
  });
  const { db } = database;
  const bus = await openBus(database, log);
  keepStandings(db, bus);
  const tokens = accessTokens(signingKey(config.dataDir));
  const reads = readCache(bus, readCacheBytes);
  const jobs = jobQueue(database.pool as pg.Pool, log);
  const live = liveSockets({ db, bus, tokens, log });
  const mail = postOffice(config, log);
  const app: App = {
    config,
    database,
    db,
    log,
    now,
    bus,
    events: createEvents(),
    jobs,
    live,
    reads,
    tokens,
    mail,
    http,
    readiness: [],
    ...callTable({ http, db, tokens, reads, bus }),
  };

  health(app);
  metrics(app);
  await useShopLanguage(app);
  for (const furnish of rooms) furnish(app);
  jobs.repeat(
    "platform.tidy",
    "*/5 * * * *",
    async () => void (await Promise.all([forgetOldKeys(db), forgetOldCounts(db)])),
  );
  live.attach(http.server);
  return {
    app,
    close: async () => {
      await live.close();
      await http.close();
      await jobs.stop();
      mail.close();
      await bus.close();
      await database.close();
    },
  };
}
