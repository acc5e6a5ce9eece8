import { lockAndRecordEvents } from "#server/payments/events.ts";
import { type DemoMessage, demoWebhook, lateApproval } from "#server/payments/gateways/demo.gateway.ts";
import { UnsupportedVersion, type Webhook } from "#server/payments/gateways/gateway.ts";
import { gatewayOf } from "#server/payments/gateways/gateways.ts";
import { findByReference, type PaymentRow } from "#server/payments/payments.sql.ts";
import { refundExcessCapture } from "#server/payments/refunds/refunds.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { deleteOldWebhooks, insertWebhook, lockWebhook, markFailed, markProcessed } from "./webhooks.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Processes a stored webhook. */
    "payments.webhook": { provider: string; eventId: string };
    /** The demo provider sends a webhook. */
    "payments.demo-webhook": { message: DemoMessage };
  }
}

const lateSeconds = 4;
// The queue waits e^n seconds after attempt n, at most e^10: the fourteenth comes 28 hours after the first.
const webhookAttempts = 14;

/** The jobs that process webhooks and send those of the demo provider. */
export function registerWebhookJobs(app: App) {
  app.jobs.define("payments.webhook", ({ provider, eventId }) => processWebhook(app, provider, eventId));
  app.jobs.schedule("payments.tidy", "31 3 * * *", () => deleteOldWebhooks(app.db));
  app.jobs.define("payments.demo-webhook", async ({ message }) => {
    const { raw, signature } = signDemoWebhook(app, message);
    await receiveWebhook(app, "demo", raw, signature);
  });
}

/**
 * Verifies a webhook by its raw body and stores it for processing, once per event id. Throws `payment_provider_unknown`,
 * and `bad_input` for a signature or body that is not the provider's.
 */
export async function receiveWebhook(app: App, provider: string, raw: string, signature: string) {
  const webhook = await readSigned(app, provider, raw, signature);
  const { eventId } = webhook;
  await inTransaction(app.db, async (tx) => {
    const isNew = await insertWebhook(tx, provider, webhook);
    if (isNew) await app.jobs.add(tx, "payments.webhook", { provider, eventId }, { maxAttempts: webhookAttempts });
  });
}

async function readSigned(app: App, provider: string, raw: string, signature: string): Promise<Webhook> {
  const gateway = gatewayOf(app, provider);
  const webhook = await gateway.readWebhook(raw, signature).catch(async (error: unknown) => {
    if (error instanceof Problem) throw error;
    if (error instanceof UnsupportedVersion) {
      await alertVersion(app, provider, error);
      throw new Problem("bad_input", { message: error.message });
    }
    // The provider could not be asked what the event is about: it sends the webhook again.
    if ((error as { type?: string }).type === "StripeConnectionError") throw new Problem("busy", { retryAfter: 60 });
    throw new Problem("bad_input", { message: "This message isn't valid." });
  });
  if (!webhook) throw new Problem("bad_input", { message: "The signature does not match." });
  return webhook;
}

/** Alerts administrators, once a day, that events are refused because of their API version. */
async function alertVersion(app: App, provider: string, { version, message }: UnsupportedVersion) {
  const key = `webhook_version:${provider}:${version}:${app.now().toISOString().slice(0, 10)}`;
  app.log.error({ provider, version }, message);
  const alert = { key, orderId: null, message: `Events of ${provider} were refused. ${message}` };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "payment.alert_raised", alert));
}

/** A webhook as the demo provider sends it. */
export const signDemoWebhook = (app: App, message: DemoMessage) => demoWebhook(app.keys.current, message);

/** Schedules the demo provider's approval of a payment by webhook, a few seconds from now. */
export async function scheduleLateApproval(app: App, tx: Tx, payment: PaymentRow) {
  const at = new Date(app.now().getTime() + lateSeconds * 1000);
  const message = lateApproval({ ...payment, reference: payment.psp_reference ?? "" }, at);
  await app.jobs.add(tx, "payments.demo-webhook", { message }, { runAt: at });
}

/** A webhook about an unknown payment is retried for a day: it may have arrived before the commit of the payment. */
async function processWebhook(app: App, provider: string, eventId: string) {
  try {
    await inTransaction(app.db, async (tx) => {
      const stored = await lockWebhook(tx, provider, eventId);
      if (!stored || stored.processed_at) return;
      const { reference, events } = stored.payload;
      if (reference !== null && events.length > 0) {
        const payment = await findByReference(tx, provider, reference);
        if (!payment) throw new Error(`no payment has the reference ${reference}`);
        const dated = events.map((event) => ({ ...event, at: new Date(event.at) }));
        await lockAndRecordEvents(app, tx, payment, dated);
        await refundExcessCapture(app, tx, payment.id);
      }
      await markProcessed(tx, provider, eventId, app.now());
    });
  } catch (error) {
    const attempts = await markFailed(app.db, provider, eventId, String(error));
    if (attempts >= webhookAttempts) await alertUnprocessed(app, { provider, eventId, error });
    throw error;
  }
}

async function alertUnprocessed(
  app: App,
  { provider, eventId, error }: { provider: string; eventId: string; error: unknown },
) {
  app.log.error({ err: error, provider, eventId }, "a payment webhook could not be processed");
  const message = `A message from the payment provider ${provider} doesn't match any payment: ${eventId}`;
  const alert = { key: `webhook:${provider}:${eventId}`, orderId: null, message };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "payment.alert_raised", alert));
}
