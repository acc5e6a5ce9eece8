import type { House } from "#server/platform/house.ts";
import { errandJobs } from "./errands.ts";
import { receiveWebhook, webhookJobs } from "./webhooks.ts";

/** What providers tell us. The calls that pay an order are in the orders room, which knows whose it is and what it costs. */
export function paymentsRoutes(house: House) {
  webhookJobs(house);
  errandJobs(house);
  house.handle("POST /webhooks/payments/:provider", async ({ params }, { http }) => {
    const headers = http?.request.headers ?? {};
    const signature = String(headers["stripe-signature"] ?? headers["x-signature"] ?? "");
    await receiveWebhook(house, params.provider, http?.request.rawBody ?? "", signature);
    return { received: true };
  });
}
