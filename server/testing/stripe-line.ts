import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Wait = (path: string) => Promise<void>;
interface Said {
  status: number;
  text: string;
}

/**
 * A line to Stripe (or its stand-in) at `apiBase` on which things can be held up or go wrong. `before` runs before Stripe
 * hears of a request, `after` before its answer is let through. While it is `breaking`, what is posted meets a 500, which
 * Stripe then answers to the same key for a day (https://docs.stripe.com/api/idempotent_requests).
 */
export async function stripeLine(apiBase: string) {
  const kept = new Map<string, Said>();
  const line = {
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
    await line.before?.(url);
    const said = (key && kept.get(key)) || (await answer());
    if (!said) return void request.socket.destroy();
    await line.after?.(url);
    response.writeHead(said.status, { "content-type": "application/json" });
    response.end(said.text);

    async function answer(): Promise<Said | undefined> {
      if (line.breaking && method === "POST") {
        const broken = { status: 500, text: '{"error":{"type":"api_error","message":"Something went wrong."}}' };
        if (key) kept.set(key, broken);
        return broken;
      }
      const sent = {
        method,
        headers: { authorization: String(headers.authorization), ...(key ? { "idempotency-key": key } : {}) },
        ...(method === "POST" ? { body } : {}),
      };
      const made = await fetch(apiBase + url, sent).catch(() => undefined);
      return made && { status: made.status, text: await made.text() };
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  line.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}

/** Holds requests back whose path ends so, until `open`; `reached` once the first has come. */
export function heldUp(ending: string) {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const wait: Wait = async (path) => {
    if (!path.endsWith(ending)) return;
    reached.resolve();
    await opened.promise;
  };
  return { reached: reached.promise, open: () => opened.resolve(), wait };
}
