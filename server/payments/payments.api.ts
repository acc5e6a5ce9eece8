import { minorDigits } from "#contract/formats/currency-decimals.ts";
import type { StripeTest } from "#contract/payments.ts";
import { Declined } from "#server/payments/gateways/gateway.ts";
import { testStripeKey } from "#server/payments/gateways/stripe.gateway.ts";
import { receiveWebhook, registerWebhookJobs } from "#server/payments/webhooks/webhooks.ts";
import type { App } from "#server/platform/app.ts";
import { amountCell, type Columns, fields, sendTable } from "#server/platform/csv.ts";
import { headerText } from "#server/platform/http/header-text.ts";
import { getCachedSettings, getSecrets, getSettings, localMoment, updateSettings } from "#server/shop/shop.ts";
import { listMovementsForExport, listTransfersForExport, type MovementRow, type TransferRow } from "./payments.sql.ts";
import { registerSyncJobs } from "./provider-sync.ts";

/** Webhooks, jobs and the test of the settings. Orders are paid by the orders module, which knows owner and amount. */
export function paymentsRoutes(app: App) {
  registerWebhookJobs(app);
  registerSyncJobs(app);
  app.events.on("shop.currency_changing", async (tx, { currency, before }) => {
    const { cash_on_delivery_max_amount: amount } = await getSettings(tx);
    const factor = 10 ** (minorDigits(currency) - minorDigits(before));
    if (amount !== null)
      await updateSettings(tx, { cash_on_delivery_max_amount: Math.max(1, Math.round(amount * factor)) });
  });
  app.handle("POST /webhooks/payments/:provider", async ({ params }, { http }) => {
    const headers = http?.request.headers ?? {};
    const signature = headerText(headers, "stripe-signature") ?? headerText(headers, "x-signature") ?? "";
    await receiveWebhook(app, params.provider, http?.request.rawBody ?? "", signature);
    return { received: true };
  });
  app.handle("GET /payments/transfers/export", async ({ query }, call) => {
    const { timezone } = await getCachedSettings(app);
    return sendTable(call, "bank-transfers", transferColumns(timezone), (after, limit) =>
      listTransfersForExport(app.db, { ...query, timezone }, after, limit),
    );
  });
  app.handle("GET /payments/export", async ({ query }, call) => {
    const { timezone } = await getCachedSettings(app);
    return sendTable(call, "payments", movementColumns(timezone), (after, limit) =>
      listMovementsForExport(app.db, { ...query, timezone }, after, limit),
    );
  });
  app.answer("POST /settings/payments/test", ({ body }) => testStripe(app, body));
}

/** The columns of the export; times are those of the shop's time zone. */
const transferColumns = (timezone: string): Columns<TransferRow> => ({
  value_date: "value_date",
  recorded_at: ({ recorded_at }) => localMoment(new Date(recorded_at), timezone),
  order: "order_number",
  currency: "currency",
  amount: ({ amount, currency }) => amountCell(amount, currency),
  reference: "reference",
});

/** The columns of the export of payments. */
const movementColumns = (timezone: string): Columns<MovementRow> => ({
  at: ({ at }) => localMoment(new Date(at), timezone),
  order: "order_number",
  payment_method: "provider",
  ...fields("kind", "currency"),
  amount: ({ amount, currency }) => amountCell(amount, currency),
  ...fields("reference", "status"),
});

type StripeTestBody = { stripe_secret_key?: string | undefined };

async function testStripe(app: App, { stripe_secret_key: given }: StripeTestBody): Promise<StripeTest> {
  const { config } = app;
  const secretKey = config.stripe?.secretKey ?? given ?? (await getSecrets(app)).stripe_secret_key;
  if (!secretKey) return { status: "no_key", live: false, webhook: null };
  try {
    const tested = await testStripeKey({ secretKey, apiBase: config.stripe?.apiBase ?? config.stripeApiBase });
    return { status: "connected", ...tested };
  } catch (error) {
    return { status: error instanceof Declined ? "rejected" : "unreachable", live: false, webhook: null };
  }
}
