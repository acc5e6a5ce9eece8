import { receiveWebhook, registerWebhookJobs } from "#server/payments/webhooks/webhooks.ts";
import type { App } from "#server/platform/app.ts";
import { registerSyncJobs } from "./provider-sync.ts";

/** Webhooks and jobs of payments. The endpoints that pay an order are in the orders module, which knows its owner and amount. */
export function paymentsRoutes(app: App) {
  registerWebhookJobs(app);
  registerSyncJobs(app);
  app.handle("POST /webhooks/payments/:provider", async ({ params }, { http }) => {
    const headers = http?.request.headers ?? {};
    const signature = String(headers["stripe-signature"] ?? headers["x-signature"] ?? "");
    await receiveWebhook(app, params.provider, http?.request.rawBody ?? "", signature);
    return { received: true };
  });
}
