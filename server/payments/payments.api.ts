import { receiveWebhook, webhookJobs } from "#server/payments/webhooks/webhooks.ts";
import type { App } from "#server/platform/app.ts";
import { providerSyncJobs } from "./provider-sync.ts";

/** What providers tell us. The calls that pay an order are in the orders room, which knows whose it is and what it costs. */
export function paymentsRoutes(app: App) {
  webhookJobs(app);
  providerSyncJobs(app);
  app.handle("POST /webhooks/payments/:provider", async ({ params }, { http }) => {
    const headers = http?.request.headers ?? {};
    const signature = String(headers["stripe-signature"] ?? headers["x-signature"] ?? "");
    await receiveWebhook(app, params.provider, http?.request.rawBody ?? "", signature);
    return { received: true };
  });
}
