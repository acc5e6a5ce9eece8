import type { StripeTest } from "#contract/payments.ts";
import { Declined } from "#server/payments/gateways/gateway.ts";
import { testStripeKey } from "#server/payments/gateways/stripe.gateway.ts";
import { receiveWebhook, registerWebhookJobs } from "#server/payments/webhooks/webhooks.ts";
import type { App } from "#server/platform/app.ts";
import { headerText } from "#server/platform/http/header-text.ts";
import { getSecrets } from "#server/shop/shop.ts";
import { registerSyncJobs } from "./provider-sync.ts";

/** Webhooks, jobs and the test of the settings. Orders are paid by the orders module, which knows owner and amount. */
export function paymentsRoutes(app: App) {
  registerWebhookJobs(app);
  registerSyncJobs(app);
  app.handle("POST /webhooks/payments/:provider", async ({ params }, { http }) => {
    const headers = http?.request.headers ?? {};
    const signature = headerText(headers, "stripe-signature") ?? headerText(headers, "x-signature") ?? "";
    await receiveWebhook(app, params.provider, http?.request.rawBody ?? "", signature);
    return { received: true };
  });
  app.answer("POST /settings/payments/test", ({ body }) => testStripe(app, body));
}

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
