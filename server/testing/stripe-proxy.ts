import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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
