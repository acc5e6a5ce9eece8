import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { emailsRoutes } from "#server/emails/emails.api.ts";
import type { App } from "#server/platform/app.ts";
import { checkSigningKeys } from "#server/platform/auth/key-check.ts";
import { loadSigningKeys, type SigningKeys } from "#server/platform/auth/signing-key.ts";
import { createTokens } from "#server/platform/auth/tokens.ts";
import { openBus } from "#server/platform/cache/bus.ts";
import { createResponseCache } from "#server/platform/cache/response-cache.ts";
import { poolSize } from "#server/platform/database/connection-count.ts";
import { type Connection, type Database, type Db, openDatabase, type Tx } from "#server/platform/database/database.ts";
import { createEvents } from "#server/platform/events.ts";
import { closeServer } from "#server/platform/http/connections.ts";
import { createEndpoints } from "#server/platform/http/endpoints.ts";
import { createHttpServer } from "#server/platform/http/http-server.ts";
import { deleteOldKeys } from "#server/platform/http/idempotency.ts";
import { limitBodies } from "#server/platform/http/limit-bodies.ts";
import { registerOpenApi } from "#server/platform/http/openapi.ts";
import { createRateLimiter, deleteOldCounts } from "#server/platform/http/rate-limit.ts";
import { createJobs, deleteFailedJobs } from "#server/platform/jobs/jobs.ts";
import { createMailer } from "#server/platform/mailer.ts";
import { registerHealth } from "#server/platform/monitoring/health.ts";
import { registerMetrics } from "#server/platform/monitoring/metrics.ts";
import { createSockets } from "#server/platform/sockets/sockets.ts";
import { accountsRoutes } from "./accounts/accounts.api.ts";
import { nameIdentityIssuer, reencryptTwoFactor } from "./accounts/accounts.ts";
import { cartRoutes } from "./cart/cart.api.ts";
import { catalogueRoutes } from "./catalogue/catalogue.api.ts";
import { checkoutRoutes } from "./checkout/checkout.api.ts";
import { couponsRoutes } from "./coupons/coupons.api.ts";
import { dashboardRoutes } from "./dashboard/dashboard.api.ts";
import { figuresRoutes } from "./figures/figures.api.ts";
import { giftCardsRoutes } from "./gift-cards/gift-cards.api.ts";
import { homeRoutes } from "./home/home.api.ts";
import { imagesRoutes } from "./images/images.api.ts";
import { importsRoutes } from "./imports/imports.api.ts";
import { invoicesRoutes } from "./invoices/invoices.api.ts";
import { mediaRoutes } from "./media/media.api.ts";
import { notificationsRoutes } from "./notifications/notifications.api.ts";
import { ordersRoutes } from "./orders/orders.api.ts";
import { paymentsRoutes } from "./payments/payments.api.ts";
import type { Config } from "./platform/config.ts";
import { reconciliationRoutes } from "./reconciliation/reconciliation.api.ts";
import { redirectsRoutes } from "./redirects/redirects.api.ts";
import { reviewsRoutes } from "./reviews/reviews.api.ts";
import { shippingRoutes } from "./shipping/shipping.api.ts";
import { useShopLanguage } from "./shop/language.ts";
import { shopRoutes } from "./shop/shop.api.ts";
import { findMailServer, reencryptSecrets } from "./shop/shop.ts";
import { stockRoutes } from "./stock/stock.api.ts";
import { taxesRoutes } from "./taxes/taxes.api.ts";
import { wishlistRoutes } from "./wishlist/wishlist.api.ts";

/** Every module, in the order of modules.ts. */
const modules: ((app: App) => void)[] = [
  imagesRoutes,
  shopRoutes,
  figuresRoutes,
  accountsRoutes,
  taxesRoutes,
  shippingRoutes,
  stockRoutes,
  catalogueRoutes,
  redirectsRoutes,
  importsRoutes,
  wishlistRoutes,
  couponsRoutes,
  giftCardsRoutes,
  cartRoutes,
  paymentsRoutes,
  ordersRoutes,
  invoicesRoutes,
  reviewsRoutes,
  mediaRoutes,
  homeRoutes,
  checkoutRoutes,
  notificationsRoutes,
  emailsRoutes,
  reconciliationRoutes,
  dashboardRoutes,
];

function openPool(config: Config, connection: Connection, log: FastifyBaseLogger) {
  return openDatabase(connection, {
    size: poolSize(config),
    onError: (error) => log.warn({ err: error }, "a database connection was lost"),
    onNamesFull: () => log.warn("no more statements are named: others are planned each time"),
  });
}

const cacheBytes = 32 * 1024 * 1024;

export interface RunningApp {
  app: App;
  /** Stops taking requests, finishes those taken, and closes the database. */
  close(): Promise<void>;
}

/** Assembles the server on a migrated database. It listens and works jobs once the caller starts them. */
export async function openApp(
  config: Config,
  connection: Connection,
  { now = () => new Date() } = {},
): Promise<RunningApp> {
  const http = await createHttpServer(config);
  const { log } = http;
  const database = openPool(config, connection, log);
  const { db } = database;
  const keys = await openSigningKeys(config, database);
  const bus = await openBus(database, log);
  const responseCache = createResponseCache(bus, cacheBytes, log);
  const tokens = createTokens(keys, log);
  const jobs = createJobs(database.pool as pg.Pool, log);
  const mailer = createMailer(config, log, () => findMailServer({ config, keys, db, log, responseCache }));
  const events = createEvents();
  const limit = createRateLimiter(db, log);
  limitBodies(http, limit);
  const sockets = createSockets({ config, db, bus, responseCache, tokens, limit, log });
  const endpoints = createEndpoints({ http, db, tokens, responseCache, bus, limit, events });
  const app: App = {
    config,
    database,
    db,
    log,
    now,
    bus,
    events,
    jobs,
    sockets,
    responseCache,
    keys,
    tokens,
    mailer,
    http,
    limit,
    readiness: [],
    ...endpoints,
  };

  await registerOpenApi(http, limit);
  registerHealth(app);
  registerMetrics(app);
  await useShopLanguage(app);
  await nameIdentityIssuer(app);
  for (const register of modules) register(app);
  jobs.schedule("platform.tidy", "*/5 * * * *", () => tidy(db));
  sockets.attach(http.server);
  return {
    app,
    close: async () => {
      await sockets.close();
      await closeServer(http);
      await jobs.stop();
      mailer.close();
      await bus.close();
      await database.close();
    },
  };
}

/** The signing keys, which must be those that the database was used with. */
async function openSigningKeys(config: Config, { db, close }: Database): Promise<SigningKeys> {
  const keys = loadSigningKeys(config);
  try {
    return await checkSigningKeys(db, keys, reencrypt);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Encrypts what is stored encrypted with the current signing key. */
export async function reencrypt(tx: Tx, keys: SigningKeys): Promise<void> {
  await reencryptSecrets(tx, keys);
  await reencryptTwoFactor(tx, keys);
}

async function tidy(db: Db) {
  await Promise.all([deleteOldKeys(db), deleteOldCounts(db), deleteFailedJobs(db)]);
}
