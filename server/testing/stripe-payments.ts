import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { startFakeStripe } from "./fake-stripe-server.ts";
import { selling } from "./selling.ts";
import { openTestShop } from "./shop.ts";

/** A shop with Stripe payments, through a proxy that can delay or fail requests. Closed after the test file. */
export async function shopWithStripe() {
  const stripe = await startFakeStripe();
  const { fakeStripe } = stripe;
  const proxy = await startStripeProxy(stripe.account.apiBase);
  const shop = await openTestShop({ stripe: { ...stripe.account, apiBase: proxy.apiBase }, logLevel: "silent" });
  const { placed, pay, key } = selling(shop);
  const admin = await shop.person("admin");
  afterAll(async () => {
    proxy.close();
    await stripe.close();
  });

  /** Delivers the pending webhooks of Stripe and runs their jobs. */
  const deliverWebhooks = async () => {
    for (const { raw, signature } of stripe.takeWebhooks()) {
      const headers = { "stripe-signature": signature };
      await shop.ask("POST /webhooks/payments/stripe", { headers, body: JSON.parse(raw) });
    }
    await shop.app.jobs.drain();
  };
  const intentOf = (orderId: string) => fakeStripe.intentOf(orderId).id;

  return {
    shop,
    fakeStripe,
    proxy,
    stripe,
    deliverWebhooks,
    intentOf,
    admin,
    /** Performs an action on an order as an administrator, or as the customer `as`. */
    act: (id: string, action: string, body: object = {}, as: { token: string } = admin) =>
      shop.ask(`POST /orders/${id}/${action}`, { token: as.token, headers: key(), body }),
    /** A placed order paid by card: captured at once, or authorized if the shop captures manually. */
    byStripe: async (how: Parameters<typeof placed>[0] = {}) => {
      const made = await placed(how);
      const begun = await pay(made.buyer, made.id, { provider: "stripe" });
      expect(begun, JSON.stringify(begun.body)).toMatchObject({ body: { data: { status: "requires_action" } } });
      fakeStripe.confirm(intentOf(made.id));
      await deliverWebhooks();
      return made;
    },
    /** Runs `work` while card payments are only authorized (the setting `card_capture: manual`). */
    withManualCapture: async <T>(work: () => Promise<T>): Promise<T> => {
      const setCapture = (card_capture: "manual" | "automatic") =>
        inTransaction(shop.app.db, (tx) => updateSettings(tx, { card_capture }));
      await setCapture("manual");
      try {
        return await work();
      } finally {
        await setCapture("automatic");
      }
    },
  };
}

type Wait = (path: string) => Promise<void>;
interface ProxyResponse {
  status: number;
  text: string;
}

/**
 * A proxy to Stripe (or the fake one) at `apiBase` that can delay or fail requests. `before` runs before a request is
 * forwarded, `after` before its response is returned. While `breaking`, each POST gets a 500, which Stripe repeats for the
 * same idempotency key for a day (https://docs.stripe.com/api/idempotent_requests).
 */
export async function startStripeProxy(apiBase: string) {
  const responses = new Map<string, ProxyResponse>();
  const proxy = {
    apiBase: "",
    before: undefined as Wait | undefined,
    after: undefined as Wait | undefined,
    breaking: false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { url = "", method = "GET", headers } = request;
    const key = headers["idempotency-key"] as string | undefined;
    await proxy.before?.(url);
    const result = (key && responses.get(key)) || (await forward());
    if (!result) return void request.socket.destroy();
    await proxy.after?.(url);
    response.writeHead(result.status, { "content-type": "application/json" });
    response.end(result.text);

    async function forward(): Promise<ProxyResponse | undefined> {
      if (proxy.breaking && method === "POST") {
        const failure = { status: 500, text: '{"error":{"type":"api_error","message":"Something went wrong."}}' };
        if (key) responses.set(key, failure);
        return failure;
      }
      const init = {
        method,
        headers: { authorization: String(headers.authorization), ...(key ? { "idempotency-key": key } : {}) },
        ...(method === "POST" ? { body } : {}),
      };
      const forwarded = await fetch(apiBase + url, init).catch(() => undefined);
      return forwarded && { status: forwarded.status, text: await forwarded.text() };
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  proxy.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

/** Blocks requests whose path has this ending until `release`; `reached` resolves at the first one. */
export function blockRequests(ending: string) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wait: Wait = async (path) => {
    if (!path.endsWith(ending)) return;
    reached.resolve();
    await released.promise;
  };
  return { reached: reached.promise, release: () => released.resolve(), wait };
}
