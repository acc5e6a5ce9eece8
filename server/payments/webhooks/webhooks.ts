import { type DemoMessage, demoWebhook, lateApproval } from "#server/payments/gateways/demo.gateway.ts";
import type { GatewayEvent, Webhook } from "#server/payments/gateways/gateway.ts";
import { gatewayOf } from "#server/payments/gateways/gateways.ts";
import { settle } from "#server/payments/payment-locks.ts";
import { findByReference, type PaymentRow } from "#server/payments/payments.sql.ts";
import { returnSurplus } from "#server/payments/refunds/refunds.ts";
import type { App } from "#server/platform/app.ts";
import { loadSigningKey } from "#server/platform/auth/signing-key.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { insertArrived, lockArrived, markFailed, markWorked } from "./webhooks.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Works on a message a provider sent. */
    "payments.webhook": { provider: string; eventId: string };
    /** The demo provider sends us its message. */
    "payments.demo-webhook": { message: DemoMessage };
  }
}

const lateSeconds = 4;
// The queue waits e^n seconds after try n, at most e^10: the fourteenth comes 28 hours after the first.
const aDayOfTries = 14;

/** The jobs behind webhooks: working on messages, and the demo provider's own. */
export function webhookJobs(app: App) {
  app.jobs.define("payments.webhook", ({ provider, eventId }) => workOn(app, provider, eventId));
  app.jobs.define("payments.demo-webhook", async ({ message }) => {
    const { raw, signature } = signedByDemo(app, message);
    await receiveWebhook(app, "demo", raw, signature);
  });
}

/**
 * Takes a provider's message: signature checked on the raw body, kept once by its event id, worked on after the
 * answer. Throws `payment_provider_unknown`, and `bad_input` for a signature or body that is not the provider's.
 */
export async function receiveWebhook(app: App, provider: string, raw: string, signature: string) {
  const message = await readSigned(app, provider, raw, signature);
  await inTransaction(app.db, async (tx) => {
    const { eventId, type } = message;
    const isNew = await insertArrived(tx, { provider, eventId, type, payload: message });
    if (isNew) await app.jobs.add(tx, "payments.webhook", { provider, eventId }, { maxAttempts: aDayOfTries });
  });
}

async function readSigned(app: App, provider: string, raw: string, signature: string): Promise<Webhook> {
  const gateway = gatewayOf(app, provider);
  let message: Webhook | undefined;
  try {
    message = await gateway.read(raw, signature);
  } catch {
    throw new Problem("bad_input", { message: "This message can't be read." });
  }
  if (!message) throw new Problem("bad_input", { message: "The signature does not match." });
  return message;
}

/** A message as the demo provider would send it. */
export const signedByDemo = (app: App, message: DemoMessage) =>
  demoWebhook(loadSigningKey(app.config.dataDir), message);

/** Has the demo provider approve a payment some seconds from now, by webhook. */
export async function expectLateApproval(app: App, tx: Tx, payment: PaymentRow) {
  const at = new Date(app.now().getTime() + lateSeconds * 1000);
  const message = lateApproval({ ...payment, reference: payment.psp_reference ?? "" }, at);
  await app.jobs.add(tx, "payments.demo-webhook", { message }, { runAt: at });
}

/** A message about a payment we do not know yet fails and is tried again for a day: it may have overtaken our commit. */
async function workOn(app: App, provider: string, eventId: string) {
  try {
    await inTransaction(app.db, async (tx) => {
      const arrived = await lockArrived(tx, provider, eventId);
      if (!arrived || arrived.processed_at) return;
      const { reference, events } = arrived.payload as Webhook;
      if (reference !== null && events.length > 0) await settleKnown(app, tx, { provider, reference, events });
      await markWorked(tx, provider, eventId, app.now());
    });
  } catch (error) {
    const attempts = await markFailed(app.db, provider, eventId, String(error));
    if (attempts >= aDayOfTries) await giveUp(app, { provider, eventId, error });
    throw error;
  }
}

async function settleKnown(
  app: App,
  tx: Tx,
  { provider, reference, events }: { provider: string; reference: string; events: GatewayEvent[] },
) {
  const known = await findByReference(tx, provider, reference);
  if (!known) throw new Error(`no payment has the reference ${reference}`);
  const dated = events.map((event) => ({ ...event, at: new Date(event.at) }));
  await settle(app, tx, known, dated);
  await returnSurplus(app, tx, known.id);
}

/** The message stays in the inbox; somebody must look at it. */
async function giveUp(app: App, { provider, eventId, error }: { provider: string; eventId: string; error: unknown }) {
  app.log.error({ err: error, provider, eventId }, "a payment message could not be worked on");
  const says = `A message of the payment provider ${provider} fits no payment: ${eventId}`;
  const alert = { key: `webhook:${provider}:${eventId}`, orderId: null, says };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "payment.alert_raised", alert));
}
