import { randomUUID } from "node:crypto";
import { signDemoWebhook } from "#server/payments/payments.ts";
import type { TestShop } from "./shop.ts";

type Message = Parameters<typeof signDemoWebhook>[1];

/** Sends a signed webhook of the demo provider about a payment and runs its jobs. */
export async function sendDemoWebhook(
  { app, ask }: TestShop,
  paymentId: string,
  { kind, amount, currency = "EUR", charge }: { kind: string; amount: number; currency?: string; charge?: string },
) {
  const reference = `demo_${paymentId}`;
  const id = `evt_${randomUUID()}`;
  const at = new Date().toISOString();
  const message = { id, reference, charge: charge ?? `${reference}_charge`, kind, amount, currency, at } as Message;
  const { signature } = signDemoWebhook(app, message);
  await ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
  await app.jobs.drain();
}
